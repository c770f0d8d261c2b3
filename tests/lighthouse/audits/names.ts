import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

const LONGEST_SHORT_NAME = 12;

export const names: PwaAudit = {
	id: "pwa-names",
	title: "The app's names and texts are complete",
	failureTitle: "The app's names or texts are incomplete",
	description:
		"Launcher, install dialog and stores show them. A short name over twelve characters is cut below its icon.",
	weight: 1,
	group: "install",
	judge: withManifest(({ name, short_name, description, lang, categories }) => [
		...Object.entries({ name, short_name, description, lang })
			.filter(([, value]) => !value?.trim())
			.map(([where]) => ({ where, problem: "It is not there." })),
		...((short_name?.length ?? 0) > LONGEST_SHORT_NAME
			? [{ where: "short_name", problem: `It is longer than ${LONGEST_SHORT_NAME} characters.` }]
			: []),
		...(categories.length === 0 ? [{ where: "categories", problem: "There are none." }] : []),
	]),
};
