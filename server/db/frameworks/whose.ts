import type { Executor } from "#server/platform/db/pool.ts";
import type { Whose } from "../../frameworks/paper.ts";
import type { ClientScope } from "../../frameworks/ports.ts";
import { readWhose } from "../reports/report-whose.ts";

/** In whose name a paper about a client is. */
export const readPaperWhose = async (db: Executor, scope: ClientScope, now: Date): Promise<Whose> => ({
	...(await readWhose(db, scope)),
	generatedAt: now.toISOString(),
});
