import type { PwaAudit } from "./pwa-audit.ts";

export const workerControls: PwaAudit = {
	id: "pwa-worker-controls",
	title: "A service worker controls the page",
	failureTitle: "No service worker controls the page",
	description: "Only a page that is controlled has an answer when the network has none.",
	weight: 3,
	group: "offline",
	judge: ({ worker }) => {
		if (!worker) return [{ where: "worker", problem: "There is no active service worker." }];
		return worker.controlsPage
			? []
			: [{ where: worker.script, problem: "It is active and does not control the page." }];
	},
};
