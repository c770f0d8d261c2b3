import type { Answer, AnswerWord, WordId } from "#contract/assessments/answers.ts";
import { type Standings, standingsOf } from "#contract/assessments/progress.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { QuestionId } from "#contract/assessments/template.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, json, orNull, type RowOf, readRows, text, textOf, texts, time } from "#server/platform/db/rows.ts";

const WORD = {
	id: id<WordId>(),
	question_id: textOf<QuestionId>(),
	answer: json<Answer>(),
	after: texts,
	said_at: time,
	received_at: time,
	said_by: orNull(id<AccountId>()),
	said_by_name: text,
	through_link: flag,
};
const COLUMNS =
	"word.id, word.question_id, answer, after::text[] AS after, said_at, received_at, said_by, said_by_name, respondent_id IS NOT NULL AS through_link";

export type OfAssessment = { workspaceId: WorkspaceId; assessmentId: string };

async function readThose(
	executor: Executor,
	{ workspaceId, assessmentId }: OfAssessment,
	condition: string,
	values: readonly unknown[],
): Promise<AnswerWord[]> {
	const rows = await readRows(
		executor,
		WORD,
		`SELECT ${COLUMNS} FROM assessment_words AS word WHERE workspace_id = $1 AND assessment_id = $2 AND ${condition} ORDER BY no`,
		[workspaceId, assessmentId, ...values],
	);
	return rows.map(wordOf);
}

/** All entries, in the order in which they arrived. */
export const readWords = (executor: Executor, of: OfAssessment): Promise<AnswerWord[]> =>
	readThose(executor, of, "true", []);

/** One respondent's entries through their link, in the order in which they arrived. */
export const readWordsOf = (executor: Executor, of: OfAssessment, respondent: RespondentId): Promise<AnswerWord[]> =>
	readThose(executor, of, "respondent_id = $3", [respondent]);

/** Entries by their ids, in the order in which they arrived. */
export const readTheseWords = (executor: Executor, of: OfAssessment, ids: readonly string[]): Promise<AnswerWord[]> =>
	readThose(executor, of, "id = ANY ($3::uuid[])", [ids]);

/**
 * The current answers to the questions, or to one of them. Read only from entries that no later one replaced, as `latestOf` finds them:
 * it takes no longer the more often answers were changed.
 */
export async function readAnswers(
	executor: Executor,
	{ workspaceId, assessmentId }: OfAssessment,
	only: string | null = null,
): Promise<Standings> {
	const rows = await readRows(
		executor,
		WORD,
		`WITH words AS (SELECT * FROM assessment_words
		   WHERE workspace_id = $1 AND assessment_id = $2 AND ($3::text IS NULL OR question_id = $3)),
		 replaced AS (SELECT DISTINCT question_id, unnest(after) AS id FROM words),
		 word AS (SELECT words.*, replaced.id IS NULL AS latest,
		     bool_or(replaced.id IS NULL) OVER (PARTITION BY words.question_id) AS has_latest
		   FROM words LEFT JOIN replaced ON (replaced.question_id, replaced.id) = (words.question_id, words.id))
		 SELECT ${COLUMNS} FROM word WHERE latest OR NOT has_latest ORDER BY no`,
		[workspaceId, assessmentId, only],
	);
	return standingsOf(rows.map(wordOf));
}

const wordOf = (row: RowOf<typeof WORD>): AnswerWord => ({
	id: row.id,
	questionId: row.question_id,
	answer: row.answer,
	// UUIDs, by the column’s type.
	after: row.after as WordId[],
	by: { accountId: row.said_by, name: row.said_by_name, ...(row.through_link && { throughLink: true }) },
	saidAt: row.said_at.toISOString(),
	receivedAt: row.received_at.toISOString(),
});
