import type { PushMessage } from "#contract/accounts/notifications.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { happened } from "#server/platform/watch/happened.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { deliver } from "../deliver.ts";
import type { NotificationStore } from "../store/notification-store.ts";
import type { Vapid } from "../vapid.ts";

export type NotifyDeps = {
	store: Pick<NotificationStore, "subscription" | "forget">;
	/** For endpoints, which are addresses from outside. */
	guard: Guard;
	/** Undefined if this server sends no notifications: then only emails go out. */
	vapid: Vapid | undefined;
	now: () => Date;
	log: Logger;
};

type Notice = {
	/** What it is about, for the log. */
	about: object;
	/** All sessions whose devices get it. */
	sessions: readonly string[];
	/** The session whose device gets it now; undefined at first. */
	session: string | undefined;
	message: PushMessage;
	/** Queues the same for one of the sessions. */
	again(session: string): Promise<void>;
	/** For an account none of whose devices was reached. */
	mail(): Promise<void>;
};

/** Notifies an account's devices, each in its own job; without any devices, an email does. */
export async function notify(
	{ about, sessions, session, message, again, mail }: Notice,
	deps: NotifyDeps,
): Promise<void> {
	const { store, vapid, log } = deps;
	if (session === undefined) {
		if (!vapid || sessions.length === 0) return mail();
		for (const each of sessions) await again(each);
		return;
	}
	const subscription = await store.subscription(session);
	if (!vapid || !subscription) return;
	const delivery = await deliver(message, subscription, { ...deps, vapid });
	log.info({ ...about, delivery }, "notification");
	happened({ what: "push", outcome: delivery });
	if (delivery === "later") throw new Error("The push service did not take it");
	if (delivery !== "gone") return;
	await store.forget(session, subscription.endpoint);
	if (sessions.length === 1) await mail();
}
