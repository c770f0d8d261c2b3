import { withPurpose } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

/** A line that runs off the edge on purpose may be cut; the mark may not. */
const MOST_CUT = 0.1;

export const maskableSafe: PwaAudit = {
	id: "pwa-maskable-safe",
	title: "The maskable icon fills its square and keeps its drawing in the safe circle",
	failureTitle: "The maskable icon is cut by masks",
	description:
		"A mask may leave only a circle of 80% of the width. What is drawn outside is lost, what is transparent turns black or white.",
	weight: 1,
	group: "install",
	judge: withManifest((_manifest, { icons }) =>
		withPurpose(icons, "maskable").flatMap(({ url, seen }) => {
			if (!seen) return [];
			return [
				...(seen.transparent > 0 ? [{ where: url, problem: "It is not opaque." }] : []),
				...(seen.cutByMask > MOST_CUT
					? [{ where: url, problem: `${Math.round(seen.cutByMask * 100)}% of its drawing lies outside the circle.` }]
					: []),
			];
		}),
	),
};
