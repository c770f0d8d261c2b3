import type { WorkspaceId } from "#contract/ids.ts";
import { TIME_TO_FIX, type TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, readRow } from "#server/platform/db/rows.ts";

/** In SQL: the time to fix of the workspace that the parameter names. */
export const timeToFixOf = (workspace: string): string =>
	`(SELECT time_to_fix FROM workspaces WHERE workspaces.id = ${workspace})`;

export async function readTimeToFix(db: Executor, workspaceId: WorkspaceId): Promise<TimeToFix> {
	const sql = "SELECT time_to_fix FROM workspaces WHERE id = $1";
	return (await readRow(db, { time_to_fix: json<TimeToFix>() }, sql, [workspaceId]))?.time_to_fix ?? TIME_TO_FIX;
}
