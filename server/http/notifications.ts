import type { FastifyInstance } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import type { AccountId } from "#contract/ids.ts";
import type { NotificationSettings } from "#contract/notifications.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Counter } from "../accounts/counter.ts";
import type { NotificationStore } from "../db/mail/notification-store.ts";
import { placeOf } from "../notifications/deliver.ts";
import type { Guard } from "../targets/guard.ts";
import { sendError } from "./errors.ts";
import type { ReadSession } from "./identity.ts";
import { addOperation } from "./operation.ts";

export type NotificationParts = {
	store: NotificationStore;
	/** For endpoints, which are addresses from outside. */
	guard: Guard;
	/** Undefined where this server sends none. */
	publicKey: string | undefined;
	takePoint: (counter: Counter) => Promise<{ ok: true } | { ok: false; retryAfter: number }>;
};

/** Looking where an endpoint leads asks name servers. */
const SUBSCRIPTIONS_PER_HOUR = 60;

/** `notifications/`: what an account wants to be told, and on which of its devices. */
export function addNotifications(
	app: FastifyInstance,
	{ store, guard, publicKey, takePoint }: NotificationParts,
	readSession: ReadSession,
): void {
	const settings = async (account: AccountId, session: string): Promise<NotificationSettings> => ({
		publicKey: publicKey ?? null,
		...(await store.read(account, session)),
	});

	addOperation(app, OPERATIONS.readNotifications, { readSession }, ({ identity }) =>
		settings(identity.accountId, identity.sessionId),
	);

	addOperation(app, OPERATIONS.changeNotifications, { readSession }, async ({ identity, body }) => {
		await store.change(identity.accountId, body);
		return settings(identity.accountId, identity.sessionId);
	});

	addOperation(app, OPERATIONS.addSubscription, { readSession }, async ({ identity, body, reply }) => {
		const room = await takePoint({
			what: "push-subscription",
			whom: identity.accountId,
			points: SUBSCRIPTIONS_PER_HOUR,
			windowSeconds: 3_600,
		});
		if (!room.ok) {
			const message = `That was changed often enough. Please try again in ${waitText(room.retryAfter)}.`;
			return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter: room.retryAfter });
		}
		const place = await placeOf(body.endpoint, guard);
		if (place === null) {
			return sendError(reply, "target_refused", "Notifications cannot be sent to this endpoint. Nothing was changed.");
		}
		await store.subscribe(identity.accountId, identity.sessionId, body);
		return settings(identity.accountId, identity.sessionId);
	});

	addOperation(app, OPERATIONS.removeSubscription, { readSession }, async ({ identity }) => {
		await store.unsubscribe(identity.sessionId);
	});
}
