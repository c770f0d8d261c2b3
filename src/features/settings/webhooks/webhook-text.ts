import { counted } from "#contract/format/count.ts";
import type { WebhookEventType } from "#contract/webhooks/events.ts";
import type { Delivery, Webhook, WebhookKind, WebhookTested } from "#contract/webhooks/webhooks.ts";

export const EVENT_LABELS: Readonly<Record<WebhookEventType, string>> = {
	"scan.ended": "A scan ended",
	"finding.opened": "A finding opened, or opened again",
	"finding.worsened": "A finding got more severe",
	"finding.fixed": "A finding was fixed",
	"control.standing_changed": "A control’s standing changed",
	"task.due": "A task is due",
};

export const KIND_LABELS: Readonly<Record<WebhookKind, string>> = {
	standard: "Your own systems (Standard Webhooks)",
	slack: "Slack",
};

/** The host of an address: the rest can be long. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

const STATES: Readonly<Record<Webhook["state"], string>> = {
	on: "On",
	off: "Off",
	"off-gone": "Off: the receiver answered that it is gone",
	"off-failing": "Off: it took no message for 5 days",
};

/** `On · 3 messages not delivered`. */
export function stateText({ state, dead, failingSince }: Pick<Webhook, "state" | "dead" | "failingSince">): string {
	const failing = state === "on" && failingSince !== null ? "the newest message failed" : "";
	const lost = dead > 0 ? `${counted(dead, "message")} not delivered` : "";
	return [STATES[state], failing, lost].filter(Boolean).join(" · ");
}

/** What Slack’s responses mean for the person who set it up. */
const SLACK_ANSWERS: Readonly<Record<string, string>> = {
	no_service: "Slack no longer knows this address. Make a new one in Slack and enter it here.",
	no_service_id: "Slack no longer knows this address. Make a new one in Slack and enter it here.",
	no_active_hooks: "This webhook is turned off in Slack.",
	no_team: "The Slack workspace no longer exists.",
	channel_not_found: "The channel no longer exists.",
	channel_is_archived: "The channel is archived.",
	action_prohibited: "The Slack workspace does not let this webhook post there. Ask who manages it.",
	invalid_payload: "Slack did not understand the message, so it is not sent again.",
};

type Outcome = Pick<WebhookTested, "code" | "problem" | "answer">;

/** The result of one try, as a sentence. */
export function outcomeText({ code, problem, answer }: Outcome, kind: WebhookKind): string {
	switch (problem) {
		case null:
			return `Answered ${code}.`;
		case "answer":
			return `Answered ${code}, and not “ok” as Slack does.`;
		case "status":
			if (kind === "slack" && code === 429) return "Slack asks for more time between messages.";
			if (kind === "slack" && Object.hasOwn(SLACK_ANSWERS, answer.trim())) {
				return `Answered ${code}. ${SLACK_ANSWERS[answer.trim()]}`;
			}
			if (kind === "slack") return `Answered ${code}.`;
			return code !== null && code >= 300 && code < 400
				? `Answered ${code}, a redirect. Redirects are not followed: enter the address that it leads to.`
				: `Answered ${code}. Any status from 200 to 299 counts as delivered.`;
		case "timeout":
			return "No answer within 15 seconds.";
		case "certificate":
			return "The certificate is not valid.";
		case "connection":
			return "The connection failed.";
		case "not-allowed":
			return "This address is not allowed: it leads into a private network.";
		case "no-key":
			return kind === "slack"
				? "The address cannot be read. Enter it again."
				: "The signing secret cannot be read. Make a new one.";
	}
}

export const DELIVERY_LABELS: Readonly<Record<Delivery["state"], string>> = {
	waiting: "Waiting",
	delivered: "Delivered",
	dead: "Not delivered",
};

/** `Delivered · 2 tries`. */
export const deliveryText = ({ state, attempts }: Pick<Delivery, "state" | "attempts">): string =>
	attempts === 0 ? DELIVERY_LABELS[state] : `${DELIVERY_LABELS[state]} · ${counted(attempts, "try", "tries")}`;
