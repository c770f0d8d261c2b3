import type { ClientId } from "#contract/ids.ts";
import type { WebhookEventType } from "#contract/webhooks/events.ts";
import type { Delivery, Webhook, WebhookChange, WebhookRequest } from "#contract/webhooks/webhooks.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Receiver, Tried } from "./send-message.ts";

/** Webhooks as their workspace sets them up. */
export type WebhookStore = {
	list(scope: Scope): Promise<Webhook[]>;
	hasClient(scope: Scope, clientId: ClientId): Promise<boolean>;
	/** False if the workspace has as many as it may. */
	add(scope: Scope, webhook: WebhookRequest & { id: string; secret: Buffer; createdAt: Date }): Promise<boolean>;
	/** False if there is none. `secret`: of Slack's, its new address, encrypted. */
	change(scope: Scope, id: string, change: WebhookChange & { secret?: Buffer }, now: Date): Promise<boolean>;
	remove(scope: Scope, id: string): Promise<boolean>;
	/** `oldUntil`: until when the present secret signs, too; null for no longer. */
	rotate(scope: Scope, id: string, secret: Buffer, oldUntil: Date | null): Promise<boolean>;
	receiver(scope: Scope, id: string): Promise<Receiver | undefined>;
	deliveries(
		scope: Scope,
		id: string,
		asked: { cursor?: string | undefined; state?: Delivery["state"] | undefined },
	): Promise<{ deliveries: Delivery[]; next: string | null } | "bad_cursor">;
	resend(scope: Scope, id: string, deliveryId: string, now: Date): Promise<boolean>;
	/** How many. */
	resendDead(scope: Scope, id: string, now: Date): Promise<number>;
};

/** A message that is this process's to send, until `leasedUntil`. */
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

export type DueDeliveries = {
	/** Takes what is due, at most `atMost`, and of one webhook as many as it may have under way. */
	take(now: Date, atMost: number): Promise<Due[]>;
	/** Keeps what came of a try. `nextAt`: null if it was taken or is given up. */
	settle(due: Due, tried: Tried, when: { now: Date; nextAt: Date | null }): Promise<void>;
};

/** A webhook that was switched off, and who made it. */
export type SwitchedOff = {
	because: "gone" | "failing";
	url: string;
	workspaceId: string;
	workspace: string;
	/** Undefined if its maker is no member any more. */
	email: string | undefined;
};
