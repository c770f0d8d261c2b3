import type { FrameworkDetail, FrameworkList } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId, Pack } from "#contract/frameworks/pack.ts";
import { ALL_PACKS } from "#contract/frameworks/packs.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import type { TestsAdded } from "../../controls/tests-added.ts";
import { packOf, readOwnPacks } from "../../packs/read-packs.ts";
import { detailOf, summaryOf } from "../detail-of.ts";
import { createApproveStatement } from "./approve-statement.ts";
import { createChooseFramework } from "./choose-framework.ts";
import { createDecideRequirements } from "./decide-requirements.ts";
import { readFrameworkFacts, readFrameworkTexts } from "./framework-facts.ts";

/** Frameworks as a client sees them, in PostgreSQL. */
export function createFrameworkStore(walled: Pool, now: () => Date, testsAdded: Moment<TestsAdded>) {
	async function readDetail(db: Executor, scope: ClientScope, framework: FrameworkId): Promise<FrameworkDetail> {
		const today = dayOf(now());
		const pack = await packOf(db, scope, framework);
		const [facts, texts] = await Promise.all([
			readFrameworkFacts(db, scope, { framework, today }),
			readFrameworkTexts(db, scope, pack, today),
		]);
		return detailOf(pack, facts(framework), texts);
	}
	return {
		async list(scope: ClientScope): Promise<FrameworkList> {
			const today = dayOf(now());
			const db = within(walled, scope);
			const [facts, own] = await Promise.all([
				readFrameworkFacts(db, scope, { framework: null, today }),
				readOwnPacks(db, scope),
			]);
			const summaries = (packs: readonly Pack[]) => packs.map((pack) => summaryOf(pack, facts(pack.id)));
			return { frameworks: summaries(ALL_PACKS), own: summaries(own) };
		},
		detail: (scope: ClientScope, framework: FrameworkId): Promise<FrameworkDetail> =>
			readDetail(within(walled, scope), scope, framework),
		/** Approves the statement of applicability as its next version. */
		approve: createApproveStatement(walled, now, readDetail),
		/** Chooses it or drops it. "limit_reached": the client would have more controls than it can. Either refusal changes nothing. */
		choose: createChooseFramework(walled, now, testsAdded),
		/** Stores decisions about requirements, once per key. The newest entry counts. */
		decide: createDecideRequirements(walled, now),
	};
}
