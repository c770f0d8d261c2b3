import type { PwaAudit } from "./pwa-audit.ts";

export const installable: PwaAudit = {
	id: "pwa-installable",
	title: "The browser would install the app",
	failureTitle: "The browser would not install the app",
	description:
		"Chromium's own verdict, asked over its debugging protocol. Any error here and nobody is offered the app.",
	weight: 5,
	group: "install",
	judge: ({ installErrors }) => installErrors.map((problem) => ({ where: "browser", problem })),
};
