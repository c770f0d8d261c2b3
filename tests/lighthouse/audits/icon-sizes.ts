import { sizeProblems } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const iconSizes: PwaAudit = {
	id: "pwa-icon-sizes",
	title: "Icons have the size they declare",
	failureTitle: "Icons have another size than they declare",
	description: "The browser picks by the declared size and draws the real one: blurred, or heavy for nothing.",
	weight: 2,
	group: "install",
	judge: withManifest((_manifest, { icons }) => sizeProblems(icons)),
};
