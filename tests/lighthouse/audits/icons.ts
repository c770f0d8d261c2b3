import { loadProblems, withPurpose } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

const NEEDED = ["192x192", "512x512"];

export const icons: PwaAudit = {
	id: "pwa-icons",
	title: "There are icons of 192 and 512 pixels, and all icons load",
	failureTitle: "Icons are missing or do not load",
	description: "Launchers take 192, splash screens 512. A missing one is scaled from something else.",
	weight: 3,
	group: "install",
	judge: withManifest((_manifest, { icons }) => [
		...NEEDED.filter((size) => !withPurpose(icons, "any").some(({ sizes }) => sizes.includes(size))).map((size) => ({
			where: "icons",
			problem: `There is none of ${size} for any purpose.`,
		})),
		...loadProblems(icons),
	]),
};
