import type { PwaAudit } from "./pwa-audit.ts";

export const viewport: PwaAudit = {
	id: "pwa-viewport",
	title: "The viewport is the device's, and can be zoomed",
	failureTitle: "The viewport is not the device's, or cannot be zoomed",
	description:
		"Without it phones lay out 980 pixels and shrink them; people who need larger text must be able to zoom.",
	weight: 2,
	group: "page",
	judge: ({ viewport }) => {
		if (viewport === null) return [{ where: "document", problem: "There is no viewport." }];
		return [
			...(/width\s*=\s*device-width/.test(viewport)
				? []
				: [{ where: viewport, problem: "Its width is not the device's." }]),
			...(/user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*[01](\.0*)?\b(?!\.)/.test(viewport)
				? [{ where: viewport, problem: "It forbids zooming." }]
				: []),
		];
	},
};
