import { SOURCES_PLACES, type UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import type {
	NotTaken,
	Question,
	QuestionnaireDetail,
	QuestionnaireId,
} from "#contract/questionnaires/questionnaires.ts";
import { QUESTION_STATES } from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import {
	flag,
	int,
	json,
	oneOf,
	orNull,
	type RowOf,
	readRow,
	readRows,
	text,
	texts,
	time,
} from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { readSignedAnswers, type SignedAnswer } from "../../assessments/store/read-signed-answers.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import type { Fact } from "../../findings/facts/facts.ts";
import { textMarkOf } from "../proposal-mark.ts";
import { countsOn, QUESTIONNAIRE, questionnaireColumns, questionnaireOfRow } from "./questionnaire-row.ts";
import { type Approved, answerIds, proposalsOf, readApproved } from "./read-proposals.ts";

const WHOLE = {
	...QUESTIONNAIRE,
	not_taken: json<NotTaken[]>(),
	facts: json<Fact[]>(),
	version: int,
	tables: json<UnderstoodTable[]>(),
	lists: json<string[][]>(),
	sources: oneOf(SOURCES_PLACES),
	matched_at: time,
	has_file: flag,
};
const QUESTION = {
	id: text,
	place: text,
	section: text,
	text,
	standing: text,
	list: orNull(int),
	has_text: flag,
	state: oneOf(QUESTION_STATES),
	candidates: texts,
	answer: text,
	choice: text,
	source: orNull(json<AnswerSource>()),
	said_at: orNull(time),
	said_by_name: text,
	in_library: flag,
};

/**
 * A questionnaire with the current state of its questions: answers that expired or were withdrawn are no longer proposed, nor are those
 * of assessments whose signatures no longer stand.
 */
export async function readQuestionnaire(
	db: Executor,
	{ workspaceId, clientId }: Scope,
	id: QuestionnaireId,
	now: Date,
): Promise<QuestionnaireDetail | undefined> {
	const whole = await readRow(
		db,
		WHOLE,
		`SELECT ${questionnaireColumns}, not_taken, facts, version, tables, lists, sources, matched_at, EXISTS (SELECT FROM questionnaire_files AS file
		   WHERE (file.workspace_id, file.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)) AS has_file
		 FROM questionnaires, ${countsOn("$1", "$4")}
		 WHERE questionnaires.workspace_id = $1 AND questionnaires.id = $2 AND ${ofScope("$3")}`,
		[workspaceId, id, clientId, dayOf(now)],
	);
	if (!whole) return undefined;
	const rows = await readRows(
		db,
		QUESTION,
		`SELECT question.id, place, section, text, standing, list, has_text, state, candidates, question.answer, choice, source, said_at, said_by_name,
		   known.answer IS NOT NULL AS in_library
		 FROM questionnaire_questions AS question LEFT JOIN (
		   SELECT DISTINCT lower(question) AS asked, answer FROM library_answers WHERE workspace_id = $1 AND client_id = $3 AND NOT withdrawn
		 ) AS known ON known.asked = lower(question.text) AND known.answer = question.answer
		 WHERE question.workspace_id = $1 AND questionnaire_id = $2 ORDER BY no`,
		[workspaceId, id, whole.client_id],
	);
	const named = rows.flatMap(({ candidates, source }) => [
		...answerIds(candidates),
		...(source?.type === "library" ? [source.libraryAnswerId] : []),
		...(source?.type === "assessment" ? [source.wordId] : []),
	]);
	const ids = [...new Set(named)];
	const approved = await readApproved(db, workspaceId, ids, now);
	const signed = await readSignedAnswers(db, { workspaceId, clientId: whole.client_id }, ids);
	const proposals = proposalsOf({ approved, signed, facts: whole.facts, now });
	const current = currentAnswers(approved, signed, now);
	const questions = rows.map((row) => questionOf(row, current, proposals));
	const used = new Set(questions.flatMap((question) => question.proposals));
	return {
		...questionnaireOfRow(whole),
		questions,
		lists: whole.lists,
		version: whole.version,
		tables: whole.tables,
		sources: whole.sources,
		proposals: [...proposals.values()].filter((proposal) => used.has(proposal.id)),
		notTaken: whole.not_taken,
		matchedAt: whole.matched_at.toISOString(),
		hasFile: whole.has_file,
	};
}

function questionOf(
	row: RowOf<typeof QUESTION>,
	current: ReadonlyMap<string, Current>,
	proposals: ReadonlyMap<string, unknown>,
): Question {
	const { id, place, section, text, standing, list, candidates, answer, choice, source, said_at, said_by_name } = row;
	const isGone = row.state === "proposed" && !proposals.has(candidates[0] ?? "");
	const state = isGone ? "needs-person" : row.state;
	return {
		id,
		place,
		section,
		text,
		textMark: textMarkOf(text),
		standing,
		list,
		hasText: row.has_text,
		state,
		answer,
		choice,
		source,
		confirmed: state === "confirmed" && said_at ? { by: said_by_name, at: said_at.toISOString() } : null,
		libraryNow: state === "confirmed" && source ? nowOf(answer, source, current) : null,
		inLibrary: row.in_library,
		proposals: candidates.filter((candidate) => proposals.has(candidate)),
	};
}

/** An answer as it is now where it comes from. */
type Current = { answer: string; usable: boolean };

/** By id, without those that were withdrawn. */
const currentAnswers = (
	approved: ReadonlyMap<string, Approved>,
	signed: readonly SignedAnswer[],
	now: Date,
): Map<string, Current> =>
	new Map([
		...[...approved].filter(([, { withdrawn }]) => !withdrawn),
		...signed.map(({ id, answer, source }): [string, Current] => [
			id,
			{ answer, usable: source.expiresOn >= dayOf(now) },
		]),
	]);

function nowOf(answer: string, source: AnswerSource, current: ReadonlyMap<string, Current>): Question["libraryNow"] {
	if (source.type !== "library" && source.type !== "assessment") return null;
	const now = current.get(source.type === "library" ? source.libraryAnswerId : source.wordId);
	if (!now) return "withdrawn";
	if (now.answer !== answer) return "changed";
	return now.usable ? "same" : "expired";
}
