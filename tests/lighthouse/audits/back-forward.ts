import type { PwaAudit } from "./pwa-audit.ts";

export const backForward: PwaAudit = {
	id: "pwa-back-forward",
	title: "The page is kept for the way back",
	failureTitle: "The page is not kept for the way back",
	description:
		"A page in the back/forward cache comes back at once, with its scroll position and its half-filled form.",
	weight: 2,
	group: "page",
	judge: ({ notKept }) => notKept.map((problem) => ({ where: "browser", problem })),
};
