import { loadProblems, sizeProblems } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

const ICON_SIZE = 96;

export const shortcuts: PwaAudit = {
	id: "pwa-shortcuts",
	title: "The app has shortcuts that work",
	failureTitle: "Shortcuts are missing or do not work",
	description: "A long press on the icon leads to what people come for. A dead one is worse than none.",
	weight: 1,
	group: "install",
	judge: withManifest((_manifest, { shortcuts }) => [
		...(shortcuts.length === 0 ? [{ where: "shortcuts", problem: "There are none." }] : []),
		...shortcuts.flatMap(({ name, inScope, status, icons }) => [
			...(inScope ? [] : [{ where: name, problem: "Its address is not in scope." }]),
			...(status === 200 ? [] : [{ where: name, problem: `Its address answered ${status}.` }]),
			...(icons.some(({ seen }) => (seen?.width ?? 0) >= ICON_SIZE)
				? []
				: [{ where: name, problem: `It has no icon of ${ICON_SIZE} pixels or more.` }]),
			...loadProblems(icons),
			...sizeProblems(icons),
		]),
	]),
};
