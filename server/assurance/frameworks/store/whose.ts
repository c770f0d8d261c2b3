import type { Executor } from "#server/platform/db/pool.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { readWhose } from "../../reports/store/report-whose.ts";
import type { Whose } from "../paper.ts";

/** In whose name a paper about a client is. */
export const readPaperWhose = async (db: Executor, scope: ClientScope, now: Date): Promise<Whose> => ({
	...(await readWhose(db, scope)),
	generatedAt: now.toISOString(),
});
