import type { FastifyInstance } from "fastify";
import type { NotificationSettings } from "#contract/accounts/notifications.ts";
import type { AccountId } from "#contract/ids.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { placeOf } from "#server/platform/outgoing/place.ts";
import { answerRefusal } from "../accounts/routes/answers.ts";
import type { Senders } from "../sessions/operation.ts";
import { addOperation } from "../sessions/operation.ts";
import { limited } from "../sessions/refusal.ts";
import type { NotificationStore } from "./store/notification-store.ts";

export type NotificationDeps = {
	store: NotificationStore;
	/** For endpoints, which are addresses that come from outside. */
	guard: Guard;
	/** Undefined if this server sends no notifications. */
	publicKey: string | undefined;
	takePoint: (counter: Counter) => Promise<{ ok: true } | { ok: false; retryAfter: number }>;
};

/** Each new endpoint is looked up in the DNS. */
const SUBSCRIPTIONS_PER_HOUR = 60;

/** `notifications/`: what an account wants to be notified about, and on which of its devices. */
export function addNotifications(
	app: FastifyInstance,
	{ store, guard, publicKey, takePoint }: NotificationDeps,
	senders: Senders,
): void {
	const settings = async (account: AccountId, session: string): Promise<NotificationSettings> => ({
		publicKey: publicKey ?? null,
		...(await store.read(account, session)),
	});

	addOperation(app, OPERATIONS.readNotifications, { senders }, ({ identity }) =>
		settings(identity.accountId, identity.sessionId),
	);

	addOperation(app, OPERATIONS.changeNotifications, { senders }, async ({ identity, body }) => {
		await store.change(identity.accountId, body);
		return settings(identity.accountId, identity.sessionId);
	});

	addOperation(app, OPERATIONS.addSubscription, { senders }, async ({ identity, body, reply }) => {
		const room = await takePoint({
			what: "push-subscription",
			whom: identity.accountId,
			points: SUBSCRIPTIONS_PER_HOUR,
			windowSeconds: 3_600,
		});
		if (!room.ok) {
			return answerRefusal(reply, limited("too_many", "This was changed too often in the last hour.", room.retryAfter));
		}
		const place = await placeOf(body.endpoint, guard);
		if (place === null) {
			return sendError(reply, "target_refused", "Notifications cannot be sent to this endpoint. Nothing was changed.");
		}
		await store.subscribe(identity.accountId, identity.sessionId, body);
		return settings(identity.accountId, identity.sessionId);
	});

	addOperation(app, OPERATIONS.removeSubscription, { senders }, async ({ identity }) => {
		await store.unsubscribe(identity.sessionId);
	});
}
