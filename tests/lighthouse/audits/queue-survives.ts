import type { PwaAudit } from "./pwa-audit.ts";

export const queueSurvives: PwaAudit = {
	id: "pwa-queue-survives",
	title: "What is asked for offline survives a reload",
	failureTitle: "What is asked for offline does not survive a reload",
	description:
		"People ask on the train and close the tab. A request that lives in the page's memory is lost without a word.",
	weight: 5,
	group: "offline",
	judge: ({ queue }) => {
		if (!queue) return null;
		if (!queue.tried) return [{ where: "queue", problem: `Not tried: ${queue.reason}.` }];
		const { before, after } = queue;
		return [
			...(before === 0 ? [{ where: "queue", problem: "The request was not kept at all." }] : []),
			...(after < before
				? [{ where: "queue", problem: `${before} waited before the reload, ${after} after it.` }]
				: []),
		];
	},
};
