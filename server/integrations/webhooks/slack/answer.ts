import type { WebhookProblem } from "#contract/webhooks/webhooks.ts";
import type { After } from "../after.ts";

/** What Slack says when a webhook, its channel or its workspace is gone for good. */
const GONE = ["no_service", "no_service_id", "no_active_hooks", "no_team", "channel_not_found", "channel_is_archived"];
/** What it says about a message that it will never accept. */
const POINTLESS = ["invalid_payload", "invalid_blocks", "invalid_blocks_format", "no_text", "too_many_attachments"];

/** What Slack's answer means: 200 with `ok`, or a status with a word that gives the reason. */
export function readSlackAnswer(code: number, body: string): { problem: WebhookProblem | null; after: After } {
	const word = body.trim();
	if (code === 200) return word === "ok" ? { problem: null, after: "done" } : { problem: "answer", after: "again" };
	if (code === 410 || (code === 404 && GONE.includes(word))) return { problem: "status", after: "off" };
	if (code === 400 && POINTLESS.includes(word)) return { problem: "status", after: "given-up" };
	return { problem: "status", after: "again" };
}
