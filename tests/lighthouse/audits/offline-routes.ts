import type { PwaAudit } from "./pwa-audit.ts";
import { triedOffline } from "./tried-offline.ts";
import { visitProblems } from "./visit-problems.ts";

export const offlineRoutes: PwaAudit = {
	id: "pwa-offline-routes",
	title: "Every kept page opens with the network off",
	failureTitle: "Some kept pages do not open with the network off",
	description:
		"A page that the worker keeps, or that is promised to be there, must come as itself and not as the offline page.",
	weight: 5,
	group: "offline",
	judge: triedOffline(({ routes, unknown }) => visitProblems(routes, unknown)),
};
