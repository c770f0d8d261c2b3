import type { Plugin } from "vite";
import { questionsOf, type Template } from "../../contract/assessments/template.ts";
import { TEMPLATES } from "../../contract/assessments/templates.ts";
import { CATALOG } from "../../contract/controls/catalog-data.ts";
import { EXPIRING_DAYS } from "../../contract/evidence/state.ts";
import { SEVERITIES } from "../../contract/findings/severity.ts";
import { leavesOf, type Pack } from "../../contract/frameworks/pack.ts";
import { ALL_PACKS } from "../../contract/frameworks/packs.ts";
import { TOOL_KINDS } from "../../contract/kinds/kinds.ts";
import { BATCH_LIMIT } from "../../contract/routes.ts";
import { FREE_PORTS } from "../../server/platform/outgoing/policy.ts";
import { LIMITS } from "../../server/scanning/engines/baseline/gather/session.ts";
import { RULES } from "../../server/scanning/engines/baseline/registry.ts";
import { STALE_AFTER_MS } from "../../src/requests/kinds.ts";

/** A pack without its requirements, which the pages about frameworks do not show. `requirements`: how many there are to decide about. */
const summaryOf = (pack: Pack) => ({ ...pack, requirements: leavesOf(pack).length });

/** The newest version of the data-protection self-assessment. */
function selfAssessment(): Template {
	const ours = TEMPLATES.findLast(({ id }) => id === "ndpa");
	if (!ours) throw new Error("There is no template “ndpa”.");
	return ours;
}

/** The part of it that /ndpr/assessment shows. */
function shownAssessment() {
	const { id, version, title, asOf, sections } = selfAssessment();
	const shown = sections.map((section) => ({
		id: section.id,
		title: section.title,
		questions: section.questions.map(({ id, text, hint, provision }) => ({ id, text, hint, provision })),
	}));
	return { id, version, title, asOf, sections: shown };
}

/** What pages import, and what they get (src/env.d.ts). */
const MODULES: Readonly<Record<string, () => unknown>> = {
	"virtual:framework-packs": () => ALL_PACKS.map(summaryOf),
	// Separate from the packs, and only numbers, so that the landing page does not load what it does not show.
	"virtual:figures": () => ({
		frameworks: ALL_PACKS.length,
		controls: CATALOG.length,
		tests: CATALOG.flatMap(({ tests }) => tests).length,
		rules: new Set(Object.values<readonly unknown[]>(RULES).flat()).size,
		severities: SEVERITIES.length,
		tools: TOOL_KINDS.length,
		handshakes: LIMITS.handshakes,
		ports: FREE_PORTS.length,
		batch: BATCH_LIMIT,
		staleDays: STALE_AFTER_MS / 86_400_000,
		expiringDays: EXPIRING_DAYS,
		questions: questionsOf(selfAssessment()).length,
	}),
	"virtual:self-assessment": shownAssessment,
};

/** Facts about the product, for the site. Loading packs, controls and questions also checks them: an invalid one fails the build. */
export function productFacts(): Plugin {
	return {
		name: "product-facts",
		resolveId: { filter: { id: /^virtual:(?:framework-packs|figures|self-assessment)$/ }, handler: (id) => `\0${id}` },
		load: {
			filter: { id: /^\0virtual:(?:framework-packs|figures|self-assessment)$/ },
			handler: (id) => `export default ${JSON.stringify(MODULES[id.slice(1)]?.())};`,
		},
	};
}
