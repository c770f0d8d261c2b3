import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { detailOf } from "../detail-of.ts";
import { readFrameworkFacts, readFrameworkTexts } from "./framework-facts.ts";

/** Several frameworks of a client with all of their requirements, as its screens show them on a day. */
export async function readFrameworkDetails(
	db: Executor,
	scope: SeenClient,
	frameworks: readonly FrameworkId[],
	today: string,
): Promise<FrameworkDetail[]> {
	const facts = await readFrameworkFacts(db, scope, { framework: null, today });
	return Promise.all(
		frameworks.map(async (one) => detailOf(PACKS[one], facts(one), await readFrameworkTexts(db, scope, one, today))),
	);
}
