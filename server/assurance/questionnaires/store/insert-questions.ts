import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { MatchedQuestion } from "../matched-question.ts";

/** The initial state of a question. */
export const firstState = ({ isSure }: Pick<MatchedQuestion, "isSure">) => (isSure ? "proposed" : "needs-person");

/** What a person said about a question, as it is stored. Times are ISO 8601. */
export type Said = {
	state: "needs-person" | "confirmed";
	answer: string;
	choice: string;
	origin: string | null;
	source: AnswerSource | null;
	said_at: string;
	said_by: string;
	said_by_name: string;
};

/** Stores the questions of a file in their order. `said`: what a person said about one before. */
export async function insertQuestions(
	client: Executor,
	{ workspaceId, id }: { workspaceId: string; id: string },
	questions: readonly (MatchedQuestion & { said: Said | null })[],
): Promise<void> {
	const rows = questions.map(({ answer: standing, isSure, hasText: has_text, said, ...question }, no) => ({
		...question,
		no,
		standing,
		has_text,
		state: firstState({ isSure }),
		answer: "",
		choice: "",
		said_by_name: "",
		...said,
	}));
	await client.query(
		`INSERT INTO questionnaire_questions (workspace_id, questionnaire_id, id, no, place, section, text, standing, list, has_text, state,
		   candidates, answer, choice, origin, source, said_at, said_by, said_by_name)
		 SELECT $1, $2, id, no, place, section, text, standing, list, has_text, state, candidates, answer, choice, origin, source, said_at,
		   said_by, said_by_name
		 FROM jsonb_to_recordset($3) AS question (id text, no integer, place text, section text, text text, standing text, list integer,
		   has_text boolean, state text, candidates text[], answer text, choice text, origin text, source jsonb, said_at timestamptz,
		   said_by uuid, said_by_name text)`,
		[workspaceId, id, JSON.stringify(rows)],
	);
}
