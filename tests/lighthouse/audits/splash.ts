import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const splash: PwaAudit = {
	id: "pwa-splash",
	title: "The splash screen has all it needs",
	failureTitle: "The splash screen lacks something",
	description: "Between tap and first paint the system shows name, icon and background. Without them it shows white.",
	weight: 1,
	group: "install",
	judge: withManifest(({ name, background_color, theme_color }) =>
		Object.entries({ name, background_color, theme_color })
			.filter(([, value]) => !value)
			.map(([where]) => ({ where, problem: "It is not there." })),
	),
};
