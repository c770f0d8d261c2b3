import { loadProblems } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";

const SIZE = 180;

export const touchIcon: PwaAudit = {
	id: "pwa-touch-icon",
	title: "There is an icon for iOS home screens",
	failureTitle: "There is no icon for iOS home screens",
	description: "iOS takes 180 pixels, opaque, from the document; it shows a small picture of the page else.",
	weight: 1,
	group: "install",
	judge: ({ touchIcons }) => [
		...(touchIcons.length === 0 ? [{ where: "document", problem: "There is no apple-touch-icon." }] : []),
		...loadProblems(touchIcons),
		...touchIcons.flatMap(({ url, seen }) => {
			if (!seen) return [];
			return [
				...(seen.width < SIZE || seen.width !== seen.height
					? [{ where: url, problem: `It is ${seen.width}x${seen.height}.` }]
					: []),
				...(seen.transparent > 0 ? [{ where: url, problem: "It is not opaque: iOS makes it black." }] : []),
			];
		}),
	],
};
