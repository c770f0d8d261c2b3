import { loadProblems, sizeProblems } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

const FORMS = ["wide", "narrow"];
/** Chromium ignores anything outside these limits: https://developer.mozilla.org/docs/Web/Manifest/screenshots */
const [SHORTEST, LONGEST, MOST_STRETCHED] = [320, 3840, 2.3];

export const screenshots: PwaAudit = {
	id: "pwa-screenshots",
	title: "There are screenshots for phones and desktops in shapes that are shown",
	failureTitle: "Screenshots are missing or will not be shown",
	description:
		"The install dialog becomes a page that shows the app, if there is a wide and a narrow picture in the browser's limits.",
	weight: 1,
	group: "install",
	judge: withManifest((_manifest, { screenshots }) => [
		...FORMS.filter((form) => !screenshots.some(({ formFactor }) => formFactor === form)).map((form) => ({
			where: "screenshots",
			problem: `There is none with form_factor ${form}.`,
		})),
		...loadProblems(screenshots),
		...sizeProblems(screenshots),
		...screenshots.flatMap(({ url, seen, formFactor }) => {
			if (!seen) return [];
			const [short, long] = [seen.width, seen.height].toSorted((a, b) => a - b) as [number, number];
			const isWide = seen.width > seen.height;
			return [
				...(short < SHORTEST || long > LONGEST
					? [{ where: url, problem: `Its sides are not between ${SHORTEST} and ${LONGEST} pixels.` }]
					: []),
				...(long / short > MOST_STRETCHED
					? [{ where: url, problem: `One side is over ${MOST_STRETCHED} times the other.` }]
					: []),
				...((formFactor === "wide" && !isWide) || (formFactor === "narrow" && isWide)
					? [{ where: url, problem: `It is not ${formFactor}.` }]
					: []),
			];
		}),
	]),
};
