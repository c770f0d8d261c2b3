import type { PwaAudit } from "./pwa-audit.ts";

export const contentWidth: PwaAudit = {
	id: "pwa-content-width",
	title: "The content fits narrow screens",
	failureTitle: "The content is wider than narrow screens",
	description: "Nothing scrolls sideways on the narrowest phones, nor with large text.",
	weight: 2,
	group: "page",
	judge: ({ widths }) =>
		widths
			.filter(({ screen, content }) => content > screen)
			.map(({ screen, content }) => ({ where: `${screen} px`, problem: `The content is ${content} px wide.` })),
};
