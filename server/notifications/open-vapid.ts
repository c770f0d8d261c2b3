import type { Config } from "../config.ts";
import { createVapid, keptPrivateKey, type Vapid } from "./vapid.ts";

/**
 * The key notifications are sent with: the one that is set, else one of this machine's own. Undefined where several
 * processes share the work and none is set: those that hand out the key and those that send have to have the same.
 */
export async function openVapid({ VAPID_PRIVATE_KEY, ROLE, VAR_DIR, TEAM_EMAIL }: Config): Promise<Vapid | undefined> {
	if (VAPID_PRIVATE_KEY === undefined && ROLE !== "all") return undefined;
	return createVapid(VAPID_PRIVATE_KEY ?? (await keptPrivateKey(VAR_DIR)), TEAM_EMAIL);
}
