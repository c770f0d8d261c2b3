import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { accountId, clientId } from "#contract/ids.ts";
import { WEBHOOK_EVENTS } from "./events.ts";

/** Most endpoints per workspace. */
export const WEBHOOKS_LIMIT = 20;
/** How long messages are also signed with the previous secret after a new one was made. */
export const OLD_SECRET_HOURS = 24;
/** An endpoint that accepts nothing for this long is switched off. */
export const FAILING_DAYS = 5;
/** How long deliveries are kept. */
export const DELIVERY_DAYS = 30;

/**
 * The format of messages. `slack`: for a Slack incoming webhook, whose address is a secret, because anyone who has it can post.
 */
export const WEBHOOK_KINDS = ["standard", "slack"] as const;
const webhookKind = z.enum(WEBHOOK_KINDS, `A webhook is one of ${WEBHOOK_KINDS.join(", ")}.`);
export type WebhookKind = z.infer<typeof webhookKind>;

const event = z.enum(WEBHOOK_EVENTS, "There is no such event.");

const fields = {
	/** Where messages are sent, by POST. */
	url: z
		.string("Please give an address.")
		.check(
			z.trim(),
			atMost(1_000, "An address has at most 1,000 characters."),
			z.url({ protocol: /^https?$/, error: "An address looks like https://example.com/hooks." }),
		),
	/** What it is for. */
	description: z.string().check(z.trim(), atMost(200, "A description has at most 200 characters.")),
	events: z
		.array(event)
		.check(
			z.minLength(1, "Please choose at least one event."),
			z.maxLength(WEBHOOK_EVENTS.length, "Please name each event once."),
		),
	/** The only client whose events it gets; null for all. */
	clientId: z.nullable(clientId),
};

/** `POST webhooks/`. */
export const webhookRequest = z.object({
	...fields,
	kind: z._default(webhookKind, "standard"),
	description: z._default(fields.description, ""),
	clientId: z._default(fields.clientId, null),
});
export type WebhookRequest = z.infer<typeof webhookRequest>;

/** `PATCH webhooks/:webhookId/`: fields left out stay as they are. */
export const webhookChange = z.partial(
	z.object({
		...fields,
		/** While it is off, it gets no messages, and events from that time are not sent later. */
		active: z.boolean("Please say yes or no."),
	}),
);
export type WebhookChange = z.infer<typeof webhookChange>;

/** An endpoint as lists show it: never its secret. */
export const webhook = z.object({
	id: z.uuid(),
	kind: webhookKind,
	/** For Slack, only the host and the end of the address. */
	url: z.string(),
	description: z.string(),
	events: z.array(event),
	clientId: z.nullable(clientId),
	/** Why it is off: a member did it, the endpoint answered 410, or it accepted nothing for five days. */
	state: z.enum(["on", "off", "off-gone", "off-failing"]),
	madeBy: z.nullable(z.object({ accountId, name: z.string() })),
	createdAt: z.iso.datetime(),
	/** Until when messages are also signed with the previous secret. */
	oldSecretUntil: z.nullable(z.iso.datetime()),
	/** Since when nothing was accepted; null if the newest message was. */
	failingSince: z.nullable(z.iso.datetime()),
	/** How many messages we gave up on. */
	dead: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

/** `GET webhooks/`. */
export const webhookList = z.object({
	webhooks: z.array(webhook),
	/** Whether this server can store signing secrets. If not, no endpoint can be added. */
	available: z.boolean(),
});

/** The only answers that contain the secret. */
export const webhookMade = z.extend(webhook, {
	/** The signing secret; null for Slack, which checks no signatures. */
	secret: z.nullable(z.string()),
});
export type WebhookMade = z.infer<typeof webhookMade>;

/** `POST webhooks/:webhookId/rotate/`. */
export const rotateRequest = z.object({
	/** Stop signing with the previous secret at once. */
	dropOld: z._default(z.boolean("Please say yes or no."), false),
});

/**
 * Why a delivery failed: no answer, an address that is not allowed, or an error status. `answer`: the status was a success, but the
 * text was not Slack's.
 */
export const webhookProblem = z.enum([
	"timeout",
	"certificate",
	"connection",
	"not-allowed",
	"no-key",
	"status",
	"answer",
]);
export type WebhookProblem = z.infer<typeof webhookProblem>;

const outcome = {
	/** The HTTP status; null if there was no answer. */
	code: z.nullable(z.int()),
	problem: z.nullable(webhookProblem),
	/** The start of the answer, at most 1 kB. Untrusted text. */
	answer: z.string(),
};

/** `POST webhooks/:webhookId/test/`. */
export const webhookTested = z.object(outcome);
export type WebhookTested = z.infer<typeof webhookTested>;

const delivery = z.object({
	/** `webhook-id` of the message, the same on every try. */
	id: z.string(),
	type: event,
	/** When it happened. */
	at: z.iso.datetime(),
	/** `dead`: we gave up on it. */
	state: z.enum(["waiting", "delivered", "dead"]),
	attempts: z.int(),
	/** When it is tried next; null if it will not be. */
	nextAt: z.nullable(z.iso.datetime()),
	/** From the latest try. */
	...outcome,
});
export type Delivery = z.infer<typeof delivery>;

/** `GET webhooks/:webhookId/deliveries/`: newest first, page by page. */
export const deliveryPage = z.object({ deliveries: z.array(delivery), next: z.nullable(z.string()) });

/** `POST webhooks/:webhookId/deliveries/resend/`. */
export const resent = z.object({ sent: z.int() });
