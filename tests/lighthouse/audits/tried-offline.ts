import type { Offline } from "../gather/artifact.ts";
import type { Problem, PwaAudit } from "./pwa-audit.ts";

/** A judge for what was seen with the network off: without a worker there was nothing to see. */
export const triedOffline =
	(judge: (seen: Extract<Offline, { tried: true }>) => Problem[]): PwaAudit["judge"] =>
	({ offline }) =>
		offline.tried ? judge(offline) : [{ where: "offline", problem: `Not tried: ${offline.reason}.` }];
