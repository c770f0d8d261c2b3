import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientId } from "#contract/ids.ts";
import { LIBRARY_STATES, type LibraryFilter, type LibraryPage } from "#contract/questionnaires/library.ts";
import type { LibraryAnswerId } from "#contract/questionnaires/sources.ts";
import { collectConditions, contains } from "#server/platform/db/conditions.ts";
import { cutPage, isAfter, placeColumn, readCursor, writeCursor } from "#server/platform/db/page-cursor.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, json, oneOf, readRow, readRows, text, texts, time } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";

const PAGE = 50;
const ANSWER = {
	id: id<LibraryAnswerId>(),
	client_id: id<ClientId>(),
	question: text,
	answer: text,
	tags: texts,
	evidence: json<{ evidenceId: EvidenceId; title: string }[]>(),
	state: oneOf(LIBRARY_STATES),
	approved_by_name: text,
	approved_at: time,
	expires_on: text,
	uses: int,
	place: text,
};

/** Answers in the library, last approved first. */
export async function listLibrary(
	db: Executor,
	{ workspaceId, clientId }: Scope,
	{ cursor, limit = PAGE, state, q }: LibraryFilter & { cursor?: string | undefined; limit?: number | undefined },
	now: Date,
): Promise<LibraryPage | "bad_cursor"> {
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const today = dayOf(now);
	const among = () => {
		const { bind, add, where } = collectConditions();
		const stateOn = `CASE WHEN withdrawn THEN 'withdrawn' WHEN expires_on < ${bind(today)}::date THEN 'expired' ELSE 'approved' END`;
		add(`library_answers.workspace_id = ${bind(workspaceId)}`);
		if (clientId !== null) add(`library_answers.client_id = ${bind(clientId)}`);
		if (q) add(contains(["question", "answer", "array_to_string(tags, ' ')"], bind(q)));
		return { bind, add, where, stateOn };
	};
	const listed = among();
	listed.add(state ? `${listed.stateOn} = ${listed.bind(state)}` : "NOT withdrawn");
	if (after) listed.add(isAfter(after, listed.bind, "approved_at"));
	const following = listed.where();
	const counting = among();
	const all = counting.where();
	const [rows, counts] = await Promise.all([
		readRows(
			db,
			ANSWER,
			`SELECT id, client_id, question, answer, tags, ${listed.stateOn} AS state, approved_by_name, approved_at,
			   to_char(expires_on, 'YYYY-MM-DD') AS expires_on, ${placeColumn("approved_at")},
			   (SELECT coalesce(jsonb_agg(jsonb_build_object('evidenceId', piece.id, 'title', piece.title) ORDER BY piece.title, piece.id), '[]')
			    FROM evidence AS piece WHERE piece.workspace_id = library_answers.workspace_id AND piece.id = ANY (library_answers.evidence)
			   ) AS evidence,
			   coalesce(used.count, 0) AS uses
			 FROM library_answers LEFT JOIN (
			   SELECT questionnaires.client_id AS used_by, source ->> 'libraryAnswerId' AS used_id, count(*) AS count
			   FROM questionnaires JOIN questionnaire_questions AS question
			     ON (question.workspace_id, question.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)
			   WHERE questionnaires.workspace_id = ${listed.bind(workspaceId)} AND origin = 'library'
			     AND (${listed.bind(clientId)}::uuid IS NULL OR questionnaires.client_id = ${listed.bind(clientId)})
			   GROUP BY 1, 2) AS used ON (used_by, used_id) = (library_answers.client_id, library_answers.id::text)
			 WHERE ${following.text} ORDER BY approved_at DESC, id DESC LIMIT ${limit + 1}`,
			following.values,
		),
		readRow(
			db,
			{ approved: int, expired: int, withdrawn: int },
			`SELECT count(*) FILTER (WHERE state = 'approved') AS approved, count(*) FILTER (WHERE state = 'expired') AS expired,
			   count(*) FILTER (WHERE state = 'withdrawn') AS withdrawn
			 FROM (SELECT ${counting.stateOn} AS state FROM library_answers WHERE ${all.text}) AS counted`,
			all.values,
		),
	]);
	const { shown, last } = cutPage(rows, limit);
	return {
		answers: shown.map(({ client_id, approved_by_name, approved_at, expires_on, place: _, ...row }) => ({
			...row,
			clientId: client_id,
			approved: { by: approved_by_name, at: approved_at.toISOString() },
			expiresOn: expires_on,
		})),
		next: last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null,
		counts: counts ?? { approved: 0, expired: 0, withdrawn: 0 },
	};
}
