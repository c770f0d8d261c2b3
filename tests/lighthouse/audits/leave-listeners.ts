import type { PwaAudit } from "./pwa-audit.ts";

export const leaveListeners: PwaAudit = {
	id: "pwa-leave-listeners",
	title: "Nothing holds the page back when it is left",
	failureTitle: "The page is held back when it is left",
	description:
		'`beforeunload` asks "Leave site?" and `unload` is not run on phones. What matters has to be kept before.',
	weight: 1,
	group: "page",
	judge: ({ leaveListeners }) =>
		[...new Set(leaveListeners)].map((where) => ({ where, problem: "The window listens to it with nothing to save." })),
};
