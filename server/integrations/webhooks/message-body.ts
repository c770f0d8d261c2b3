import type { WebhookKind } from "#contract/webhooks/webhooks.ts";
import { slackMessage } from "./slack/message.ts";

type Said = { type: string; at: Date; data: object };

/** A message in the form its receiver gets. */
export function messageBody(kind: WebhookKind, { type, at, data }: Said): string {
	return JSON.stringify(kind === "slack" ? slackMessage({ type, data }) : { type, timestamp: at.toISOString(), data });
}
