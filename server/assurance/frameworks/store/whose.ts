import type { Executor } from "#server/platform/db/pool.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { readWhose } from "../../reports/store/report-whose.ts";
import type { Whose } from "../paper.ts";

/** Who issues a document about a client. */
export const readPaperWhose = async (db: Executor, scope: ClientScope, now: Date): Promise<Whose> => ({
	...(await readWhose(db, scope)),
	generatedAt: now.toISOString(),
});
