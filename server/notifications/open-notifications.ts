import type { Config } from "../config.ts";
import { createNotificationStore, type NotificationStore } from "../db/mail/notification-store.ts";
import type { Pool } from "../db/pool.ts";
import { createGuard, type Guard } from "../targets/guard.ts";
import { createPolicy } from "../targets/policy.ts";
import type { Resolver } from "../targets/resolver.ts";
import { openVapid } from "./open-vapid.ts";
import type { Vapid } from "./vapid.ts";

type Notifications = {
	store: NotificationStore;
	/** Asked before a push service is called: browsers name any address they like. */
	guard: Guard;
	/** Undefined where none can be sent. */
	vapid: Vapid | undefined;
	facts: [label: string, text: string][];
};

/** What notifications are kept and sent with. */
export async function openNotifications(
	config: Config,
	{ pool, resolver, ownHosts }: { pool: Pool; resolver: Resolver; ownHosts: string[] },
): Promise<Notifications> {
	const policy = createPolicy({ allow: config.PUSH_ALLOW, practicePorts: [] });
	const vapid = await openVapid(config);
	return {
		store: createNotificationStore(pool),
		guard: createGuard({ policy, resolver, ownHosts }),
		vapid,
		facts: vapid ? [] : [["Push", "off: processes of several roles need VAPID_PRIVATE_KEY"]],
	};
}
