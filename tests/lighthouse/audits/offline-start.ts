import type { PwaAudit } from "./pwa-audit.ts";
import { triedOffline } from "./tried-offline.ts";
import { visitProblems } from "./visit-problems.ts";

export const offlineStart: PwaAudit = {
	id: "pwa-offline-start",
	title: "The start address opens with the network off",
	failureTitle: "The start address does not open with the network off",
	description: "An app on the home screen that opens to a browser error is not an app.",
	weight: 5,
	group: "offline",
	judge: triedOffline(({ start, unknown }) => visitProblems([start], unknown)),
};
