import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

const WINDOWS = ["standalone", "fullscreen", "minimal-ui"];

export const display: PwaAudit = {
	id: "pwa-display",
	title: "The app opens in a window of its own",
	failureTitle: "The app opens as a browser tab",
	description: "`display` decides whether the app has a window, a task and a place in the switcher.",
	weight: 2,
	group: "install",
	judge: withManifest(({ display }) =>
		WINDOWS.includes(display ?? "browser") ? [] : [{ where: "display", problem: `It is ${display ?? "not there"}.` }],
	),
};
