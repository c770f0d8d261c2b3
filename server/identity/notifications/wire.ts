import type { Base } from "#server/platform/base.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { createNotificationStore } from "./store/notification-store.ts";
import { createVapid, keptPrivateKey, type Vapid } from "./vapid.ts";

/** Notifications: who wants them, and the key they are sent with. */
export async function wireNotifications(
	{ config, deps, pool, tell }: Base,
	{ ownHosts }: { ownHosts: readonly string[] },
) {
	const policy = createPolicy({ allow: config.PUSH_ALLOW, practicePorts: [] });
	const vapid = await openVapid(config);
	if (!vapid) tell("Push", "off: processes of several roles need VAPID_PRIVATE_KEY");
	return {
		store: createNotificationStore(pool),
		/** Asked before a push service is called: browsers can name any address. */
		guard: createGuard({ policy, resolver: deps.resolver, ownHosts }),
		/** Undefined if none can be sent. */
		vapid,
	};
}

/**
 * The key notifications are sent with: the one that is set, or one of this machine's own. Undefined if several processes share the work
 * and none is set: the processes that hand out the key and those that send need the same one.
 */
async function openVapid({ VAPID_PRIVATE_KEY, ROLE, VAR_DIR, TEAM_EMAIL }: Config): Promise<Vapid | undefined> {
	if (VAPID_PRIVATE_KEY === undefined && ROLE !== "all") return undefined;
	return createVapid(VAPID_PRIVATE_KEY ?? (await keptPrivateKey(VAR_DIR)), TEAM_EMAIL);
}
