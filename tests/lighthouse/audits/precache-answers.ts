import type { PwaAudit } from "./pwa-audit.ts";

export const precacheAnswers: PwaAudit = {
	id: "pwa-precache-answers",
	title: "Everything the worker keeps is answered directly",
	failureTitle: "The worker keeps addresses that redirect or fail",
	description:
		"A kept redirect breaks navigations in some browsers; an address that fails breaks the next install of the worker as a whole.",
	weight: 2,
	group: "offline",
	judge: ({ cached }) =>
		cached
			.filter(({ status }) => status !== 200)
			.map(({ url, status }) => ({ where: url, problem: `The server answers ${status}.` })),
};
