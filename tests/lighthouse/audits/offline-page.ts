import type { PwaAudit } from "./pwa-audit.ts";
import { triedOffline } from "./tried-offline.ts";

export const offlinePage: PwaAudit = {
	id: "pwa-offline-page",
	title: "An address that is not kept gets a page with the network off",
	failureTitle: "An address that is not kept gets a browser error with the network off",
	description: "A page of the app that says what happened and what is still there, instead of the browser's dinosaur.",
	weight: 3,
	group: "offline",
	judge: triedOffline(({ unknown }) => {
		const where = unknown.url;
		if (unknown.status === 0) return [{ where, problem: "The browser showed its own error page." }];
		return [
			...(unknown.fromWorker ? [] : [{ where, problem: "The answer did not come from the worker." }]),
			...(unknown.title ? [] : [{ where, problem: "The page has no title." }]),
			...(unknown.heading ? [] : [{ where, problem: "The page has no heading." }]),
		];
	}),
};
