import type { ControlId } from "#contract/controls/controls.ts";
import type { RunPage } from "#contract/controls/tests.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import { cutPage, isAfter, placeColumn, readCursor, writeCursor } from "#server/platform/db/page-cursor.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { ofScope } from "../of-scope.ts";
import { RUN, runColumns, runOfRow } from "../read-tests.ts";

const PAGE = 50;

/** Runs of a control's tests, newest first. */
export async function listRuns(
	executor: Executor,
	{ workspaceId, clientId }: Seen,
	id: ControlId,
	{ cursor, limit = PAGE }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<RunPage | "bad_cursor" | "not_found"> {
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const found = await readRow(
		executor,
		{ n: int },
		`SELECT count(*) AS n FROM controls WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
		[workspaceId, id, clientId],
	);
	if (found?.n !== 1) return "not_found";
	const { bind, add, where } = collectConditions();
	add(`workspace_id = ${bind(workspaceId)} AND control_id = ${bind(id)}`);
	if (after) add(isAfter(after, bind, "at"));
	const { text: condition, values } = where();
	const rows = await readRows(
		executor,
		{ ...RUN, place: text },
		`SELECT ${runColumns}, ${placeColumn("at")} FROM test_runs WHERE ${condition} ORDER BY at DESC, id DESC LIMIT ${limit + 1}`,
		values,
	);
	const { shown, last } = cutPage(rows, limit);
	return { runs: shown.map(runOfRow), next: last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null };
}
