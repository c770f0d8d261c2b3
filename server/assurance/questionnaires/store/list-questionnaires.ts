import type { QuestionnaireFilter, QuestionnairePage } from "#contract/questionnaires/questionnaires.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import { cutPage, isAfter, placeColumn, readCursor, writeCursor } from "#server/platform/db/page-cursor.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import { countsOn, QUESTIONNAIRE, questionnaireColumns, questionnaireOfRow } from "./questionnaire-row.ts";

const PAGE = 50;

/** Newest first. */
export async function listQuestionnaires(
	db: Executor,
	{ workspaceId, clientId }: Scope,
	{
		cursor,
		limit = PAGE,
		state = "open",
	}: QuestionnaireFilter & { cursor?: string | undefined; limit?: number | undefined },
	now: Date,
): Promise<QuestionnairePage | "bad_cursor"> {
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const { bind, add, where } = collectConditions();
	const today = bind(dayOf(now));
	const workspace = bind(workspaceId);
	add(`questionnaires.workspace_id = ${workspace}`);
	if (clientId !== null) add(`client_id = ${bind(clientId)}`);
	add(`questionnaires.state = ${bind(state)}`);
	if (after) add(isAfter(after, bind, "uploaded_at"));
	const listed = where();
	const [rows, counts] = await Promise.all([
		readRows(
			db,
			{ ...QUESTIONNAIRE, place: text },
			`SELECT ${questionnaireColumns}, place FROM (
			   SELECT *, ${placeColumn("uploaded_at")} FROM questionnaires WHERE ${listed.text}
			   ORDER BY uploaded_at DESC, id DESC LIMIT ${limit + 1}) AS questionnaires, ${countsOn(workspace, today)}
			 ORDER BY uploaded_at DESC, questionnaires.id DESC`,
			listed.values,
		),
		readRow(
			db,
			{ open: int, answered: int, archived: int },
			`SELECT count(*) FILTER (WHERE state = 'open') AS open, count(*) FILTER (WHERE state = 'answered') AS answered,
			   count(*) FILTER (WHERE state = 'archived') AS archived
			 FROM questionnaires WHERE workspace_id = $1 AND ${ofScope("$2")}`,
			[workspaceId, clientId],
		),
	]);
	const { shown, last } = cutPage(rows, limit);
	return {
		questionnaires: shown.map(questionnaireOfRow),
		next: last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null,
		counts: counts ?? { open: 0, answered: 0, archived: 0 },
	};
}
