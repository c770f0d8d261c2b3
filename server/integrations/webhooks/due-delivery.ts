import type { ClientId } from "#contract/ids.ts";
import type { WebhookEventType } from "#contract/webhooks/events.ts";
import type { Receiver } from "./send-message.ts";

/** A message that this process has to send, until `leasedUntil`. */
export type Due = {
	id: string;
	receiver: Receiver;
	clientId: ClientId;
	type: WebhookEventType;
	at: Date;
	data: object;
	path: string;
	/** Tries before this one. */
	attempts: number;
	leasedUntil: Date;
};
