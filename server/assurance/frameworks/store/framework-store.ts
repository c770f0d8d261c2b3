import { ALL_PACKS, PACKS } from "#contract/frameworks/packs.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { detailOf, summaryOf } from "../detail-of.ts";
import type { FrameworkStore, ReadStandings } from "../ports.ts";
import { createChooseFramework } from "./choose-framework.ts";
import { createDecideRequirements } from "./decide-requirements.ts";
import { readFrameworkFacts, readFrameworkTexts } from "./framework-facts.ts";

/** Frameworks of clients in PostgreSQL. */
export function createFrameworkStore(walled: Pool, now: () => Date, standings: ReadStandings): FrameworkStore {
	return {
		async list(scope) {
			const today = dayOf(now());
			const facts = await readFrameworkFacts(within(walled, scope), scope, { framework: null, today, standings });
			return { frameworks: ALL_PACKS.map((pack) => summaryOf(pack, facts(pack.id))) };
		},
		async detail(scope, framework) {
			const db = within(walled, scope);
			const today = dayOf(now());
			const [facts, texts] = await Promise.all([
				readFrameworkFacts(db, scope, { framework, today, standings }),
				readFrameworkTexts(db, scope, framework, today),
			]);
			return detailOf(PACKS[framework], facts(framework), texts);
		},
		choose: createChooseFramework(walled, now),
		decide: createDecideRequirements(walled, now),
	};
}
