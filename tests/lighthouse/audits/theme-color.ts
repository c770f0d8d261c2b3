import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const themeColor: PwaAudit = {
	id: "pwa-theme-color",
	title: "Page and manifest agree about the theme color",
	failureTitle: "Page and manifest do not agree about the theme color",
	description: "The window's bar changes its color while the app opens when the two differ.",
	weight: 1,
	group: "install",
	judge: withManifest(({ theme_color }, { themeColors }) => {
		if (themeColors.length === 0) return [{ where: "document", problem: "There is no theme-color." }];
		const same = themeColors.some((color) => color.toLowerCase() === theme_color?.toLowerCase());
		return same ? [] : [{ where: "theme_color", problem: `${theme_color} is none of ${themeColors.join(", ")}.` }];
	}),
};
