import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { readPacks } from "../../packs/read-packs.ts";
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
	const packs = await readPacks(db, scope, frameworks);
	return Promise.all(
		[...packs.values()].map(async (pack) =>
			detailOf(pack, facts(pack.id), await readFrameworkTexts(db, scope, pack, today)),
		),
	);
}
