import type { Executor } from "#server/platform/db/pool.ts";
import { orNull, readRows, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { readTimeToFix } from "../../controls/store/time-to-fix.ts";
import type { ReportData } from "../data/report-data.ts";

/** By when findings have to be fixed, and who fixes them: the unfinished tasks about findings, and the workspace's time to fix. */
export async function readToFix(
	db: Executor,
	{ workspaceId, clientId }: Seen,
): Promise<Pick<ReportData, "timeToFix" | "tasks">> {
	const tasks = await readRows(
		db,
		{ client: text, class: text, owner: orNull(text), due: orNull(text) },
		`SELECT CASE WHEN clients.id = clients.workspace_id THEN '' ELSE clients.name END AS client, cause_id AS class,
		   (SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE accounts.id = tasks.owner) AS owner,
		   to_char(due, 'YYYY-MM-DD') AS due
		 FROM tasks JOIN clients ON clients.id = client_id
		 WHERE tasks.workspace_id = $1 AND ($2::uuid IS NULL OR client_id = $2) AND cause_type = 'findings'
		   AND state NOT IN ('done', 'dropped') ORDER BY due, tasks.id`,
		[workspaceId, clientId],
	);
	return { timeToFix: await readTimeToFix(db, workspaceId), tasks };
}
