import type { Plugin } from "vite";
import { TEMPLATES } from "../../contract/assessments/templates.ts";
import { CATALOG } from "../../contract/controls/catalog-data.ts";
import { leavesOf, type Pack } from "../../contract/frameworks/pack.ts";
import { ALL_PACKS } from "../../contract/frameworks/packs.ts";

/** A pack without its requirements, which a page that introduces frameworks does not show. `requirements`: how many to decide about. */
const summaryOf = (pack: Pack) => ({ ...pack, requirements: leavesOf(pack).length });

/** The questions of /ndpr/assessment, with what that page shows of them. */
function selfAssessment() {
	const ours = TEMPLATES.findLast(({ id }) => id === "ndpa");
	if (!ours) throw new Error("There is no template “ndpa”.");
	const sections = ours.sections.map(({ id, title, questions }) => ({
		id,
		title,
		questions: questions.map(({ id, text, hint, provision }) => ({ id, text, hint, provision })),
	}));
	const { id, version, title, asOf } = ours;
	return { id, version, title, asOf, sections };
}

/** What pages import, and what they get (src/env.d.ts). */
const MODULES: Readonly<Record<string, () => unknown>> = {
	"virtual:framework-packs": () => ALL_PACKS.map(summaryOf),
	// Apart, so that the landing page does not load what it does not show.
	"virtual:framework-counts": () => ({
		frameworks: ALL_PACKS.length,
		requirements: ALL_PACKS.reduce((sum, pack) => sum + leavesOf(pack).length, 0),
		controls: CATALOG.length,
		tests: CATALOG.flatMap(({ tests }) => tests).length,
	}),
	"virtual:self-assessment": selfAssessment,
};

/** What packs, controls and questions there are, for the site. Loading them checks them: one that is not as it should be fails the build. */
export function siteData(): Plugin {
	return {
		name: "site-data",
		resolveId: { filter: { id: /^virtual:(?:framework|self)-/ }, handler: (id) => `\0${id}` },
		load: {
			filter: { id: /^\0virtual:(?:framework|self)-/ },
			handler: (id) => `export default ${JSON.stringify(MODULES[id.slice(1)]?.())};`,
		},
	};
}
