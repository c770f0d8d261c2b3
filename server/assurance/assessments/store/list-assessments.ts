import type { AssessmentFilter, AssessmentPage } from "#contract/assessments/assessments.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import { cutPage, isAfter, placeColumn, readCursor, writeCursor } from "#server/platform/db/page-cursor.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { columnsOf, readRows, text } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { clientOf } from "../../controls/store/of-scope.ts";
import { ASSESSMENT, assessmentOfRow } from "./assessment-row.ts";

const PAGE = 50;

/** The assessments of a client, last changed first. */
export async function listAssessments(
	executor: Executor,
	scope: Scope,
	{
		cursor,
		limit = PAGE,
		state,
		template,
	}: AssessmentFilter & { cursor?: string | undefined; limit?: number | undefined },
): Promise<AssessmentPage | "bad_cursor"> {
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const { bind, add, where } = collectConditions();
	add(`workspace_id = ${bind(scope.workspaceId)}`);
	add(`client_id = ${bind(clientOf(scope))}`);
	if (state) add(`state = ${bind(state)}`);
	if (template) add(`template_id = ${bind(template)}`);
	if (after) add(isAfter(after, bind, "changed_at"));
	const listed = where();
	const rows = await readRows(
		executor,
		{ ...ASSESSMENT, place: text },
		`SELECT ${columnsOf(ASSESSMENT)}, ${placeColumn("changed_at")} FROM assessments WHERE ${listed.text}
		 ORDER BY changed_at DESC, id DESC LIMIT ${limit + 1}`,
		listed.values,
	);
	const { shown, last } = cutPage(rows, limit);
	return {
		assessments: shown.map(assessmentOfRow),
		next: last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null,
	};
}
