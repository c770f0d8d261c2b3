import type { PwaAudit } from "./pwa-audit.ts";

export const workerScope: PwaAudit = {
	id: "pwa-worker-scope",
	title: "The service worker covers the start address",
	failureTitle: "The service worker does not cover the start address",
	description: "The app opens at the start address: a worker for another part of the site does not help there.",
	weight: 2,
	group: "offline",
	judge: ({ worker }) => {
		if (!worker) return [{ where: "worker", problem: "There is no active service worker." }];
		return worker.coversStart ? [] : [{ where: worker.scope, problem: "The scope does not hold start_url." }];
	},
};
