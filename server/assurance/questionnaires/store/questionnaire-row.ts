import type { ClientId } from "#contract/ids.ts";
import { QUESTIONNAIRE_TYPES } from "#contract/questionnaires/file-types.ts";
import {
	QUESTIONNAIRE_STATES,
	type Questionnaire,
	type QuestionnaireId,
} from "#contract/questionnaires/questionnaires.ts";
import { id, int, oneOf, orNull, type RowOf, text, time } from "#server/platform/db/rows.ts";
import { signedAnswersOn } from "../../assessments/store/read-signed-answers.ts";

export const QUESTIONNAIRE = {
	id: id<QuestionnaireId>(),
	client_id: id<ClientId>(),
	title: text,
	customer: text,
	due: orNull(text),
	state: oneOf(QUESTIONNAIRE_STATES),
	file_name: text,
	file_type: oneOf(QUESTIONNAIRE_TYPES),
	uploaded_at: time,
	uploaded_by_name: text,
	questions: int,
	confirmed: int,
	proposed: int,
};

/** For answers in the library: whether they may be used on a day, a value of the statement. */
export const isUsable = (day: string, table = "library_answers"): string =>
	`(NOT ${table}.withdrawn AND ${table}.expires_on >= ${day}::date)`;

/** The answer proposed for a row `question`: NULL if it is a fact. */
const PROPOSED = "(CASE WHEN question.candidates[1] LIKE 'fact:%' THEN NULL ELSE question.candidates[1]::uuid END)";

/**
 * For a row `question` of a workspace, a value of the statement: whether what is proposed for it can be confirmed on a day. The answer
 * may have expired since.
 */
const isProposed = (workspaceId: string, day: string): string =>
	`(question.state = 'proposed' AND (question.candidates[1] LIKE 'fact:%'
	   OR EXISTS (SELECT FROM library_answers AS known
	     WHERE known.workspace_id = question.workspace_id AND known.id = ${PROPOSED} AND ${isUsable(day, "known")})
	   OR ${PROPOSED} IN (${signedAnswersOn(workspaceId, day)})))`;

/** For a statement that selects from `questionnaires`, with `counts` beside it. */
export const questionnaireColumns = `questionnaires.id, client_id, title, customer, to_char(due, 'YYYY-MM-DD') AS due,
	questionnaires.state, file_name, file_type, uploaded_at, uploaded_by_name, questions, confirmed, proposed`;

/** For `FROM questionnaires,` in a workspace: the progress of each on a day. */
export const countsOn = (workspaceId: string, day: string): string =>
	`LATERAL (SELECT count(*) AS questions, count(*) FILTER (WHERE question.state = 'confirmed') AS confirmed,
	   count(*) FILTER (WHERE ${isProposed(workspaceId, day)}) AS proposed
	 FROM questionnaire_questions AS question
	 WHERE (question.workspace_id, question.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)) AS counts`;

export const questionnaireOfRow = (row: RowOf<typeof QUESTIONNAIRE>): Questionnaire => ({
	id: row.id,
	clientId: row.client_id,
	title: row.title,
	customer: row.customer,
	due: row.due,
	state: row.state,
	fileName: row.file_name,
	fileType: row.file_type,
	uploadedAt: row.uploaded_at.toISOString(),
	uploadedBy: row.uploaded_by_name,
	counts: {
		questions: row.questions,
		confirmed: row.confirmed,
		proposed: row.proposed,
		needsPerson: row.questions - row.confirmed - row.proposed,
	},
});
