import type { Plugin } from "vite";
import { CATALOG } from "../../contract/controls/catalog-data.ts";
import { leavesOf, type Pack } from "../../contract/frameworks/pack.ts";
import { ALL_PACKS } from "../../contract/frameworks/packs.ts";

/** A pack without its requirements, which a page that introduces frameworks does not show. `requirements`: how many to decide about. */
const summaryOf = (pack: Pack) => ({ ...pack, requirements: leavesOf(pack).length });

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
};

/** What packs and controls there are, for the site. Loading them checks them: one that is not as it should be fails the build. */
export function frameworkPacks(): Plugin {
	return {
		name: "framework-packs",
		resolveId: { filter: { id: /^virtual:framework-/ }, handler: (id) => `\0${id}` },
		load: {
			filter: { id: /^\0virtual:framework-/ },
			handler: (id) => `export default ${JSON.stringify(MODULES[id.slice(1)]?.())};`,
		},
	};
}
