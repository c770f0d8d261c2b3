import {
	type Answer,
	type AnswerStanding,
	answerText,
	isSameAnswer,
	valueFault,
	wordsIn,
} from "#contract/assessments/answers.ts";
import { type AnswerRequest, WORDS_LIMIT } from "#contract/assessments/assessments.ts";
import { standingIn } from "#contract/assessments/progress.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { type AssessmentState, afterAnswer } from "#contract/assessments/state.ts";
import { questionsOf, type Template } from "#contract/assessments/template.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { insertRow, nameNow, sql } from "#server/platform/db/insert-row.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, int, json, readRow, readRows, text, texts, uuid } from "#server/platform/db/rows.ts";
import { Refused } from "#server/platform/refusals/refused.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { countsOf } from "../counts.ts";
import { nextRevision } from "../revisions.ts";
import type { HeldAssessment } from "./hold-assessment.ts";
import { readAnswers } from "./read-words.ts";

/** A question's current answers as one text: equal if nothing changed for a reader. */
const standingText = (standing: AnswerStanding): string =>
	JSON.stringify(
		wordsIn(standing)
			.map(({ answer }) => answerText(answer))
			.toSorted(),
	);

/** Thrown so that the transaction is rolled back. Its message tells a person what does not fit. */
export class DoesNotFit extends Error {}

/** Who made the entry: a member, or a person who answers through a link. */
export type Speaker = { accountId: AccountId } | { respondentId: RespondentId; name: string };

type Saying = { workspaceId: WorkspaceId; by: Speaker };
type Said = { held: HeldAssessment; request: AnswerRequest; at: Date };

/** Stores an entry. Returns whether it changed its question's answers. */
export async function takeWord(client: Executor, saying: Saying, { held, request, at }: Said): Promise<boolean> {
	if (await isKnown(client, saying, request)) return false;
	const fault = faultOf(held.template, request);
	if (fault !== null) throw new DoesNotFit(fault);
	const state = afterAnswer(held.state);
	if (state === null) throw new Refused("already_finished");
	const of = { workspaceId: saying.workspaceId, assessmentId: held.id };
	const before = await readAnswers(client, of);
	const saidAt = saidBy(request.saidAt, at);
	await insert(client, saying, { held, request, saidAt, at });
	const standing = standingIn(await readAnswers(client, of, request.questionId), request.questionId);
	const changes = standingText(standing) !== standingText(standingIn(before, request.questionId));
	if (!changes) return false;
	const standings = new Map([...before, [request.questionId, standing]]);
	const revision = await voidSignOffs(client, saying, { held, at });
	const { answered, asked, missing, differing, gaps } = countsOf(held.template, standings);
	await client.query(
		`UPDATE assessments SET state = $3, state_reason = '', state_said_at = greatest(state_said_at, $4),
		   changed_at = greatest(changed_at, $4), revision = $5, answered = $6, asked = $7, missing = $8, differing = $9, gaps = $10
		 WHERE workspace_id = $1 AND id = $2`,
		[
			saying.workspaceId,
			held.id,
			state satisfies AssessmentState,
			saidAt,
			revision,
			answered,
			asked,
			missing,
			differing,
			gaps,
		],
	);
	return true;
}

const KNOWN = { assessment_id: uuid, question_id: text, answer: json<Answer>(), after: texts };

/** Whether this very entry is already there: sent by another device that it was handed to. */
async function isKnown(
	client: Executor,
	{ workspaceId }: Pick<Saying, "workspaceId">,
	request: AnswerRequest,
): Promise<boolean> {
	const known = await readRow(
		client,
		KNOWN,
		"SELECT assessment_id, question_id, answer, after::text[] AS after FROM assessment_words WHERE workspace_id = $1 AND id = $2",
		[workspaceId, request.id],
	);
	if (!known) return false;
	const isSame =
		known.assessment_id === request.assessmentId &&
		known.question_id === request.questionId &&
		isSameAnswer(known.answer, request.answer) &&
		known.after.toSorted().join() === request.after.toSorted().join();
	if (!isSame) throw new Refused("id_taken");
	return true;
}

/** Why this cannot be an answer of the template; null if it can. */
function faultOf(template: Template, { id, questionId, answer, after }: AnswerRequest): string | null {
	if (after.includes(id)) return "An answer cannot take its own place.";
	const question = questionsOf(template).find((one) => one.id === questionId);
	if (!question) return `This template has no question “${questionId}”.`;
	const fault = answer.value === null ? null : valueFault(question, answer.value);
	return fault === null ? null : `${fault} The question is “${question.text}”`;
}

async function insert(
	client: Executor,
	{ workspaceId, by }: Saying,
	{ held, request, saidAt, at }: Said & { saidAt: Date },
): Promise<void> {
	const isRoom = await insertRow(
		client,
		"assessment_words",
		{
			workspace_id: workspaceId,
			client_id: held.client_id,
			assessment_id: held.id,
			id: request.id,
			question_id: request.questionId,
			answer: JSON.stringify(request.answer),
			after: request.after,
			said_at: saidAt,
			received_at: at,
			said_by: "accountId" in by ? by.accountId : null,
			said_by_name: "accountId" in by ? nameNow(by.accountId) : by.name,
			respondent_id: "accountId" in by ? null : by.respondentId,
		},
		{
			only: sql(
				`(SELECT count(*) FROM assessment_words WHERE workspace_id = ? AND assessment_id = ?) < ${WORDS_LIMIT}`,
				workspaceId,
				held.id,
			),
		},
	);
	if (!isRoom) throw new Refused("limit_reached");
}

const SIGNED = { revision: int, stands: flag };

/** Signatures are for older answers from now on. Returns the revision that the answers are in. */
async function voidSignOffs(
	client: Executor,
	{ workspaceId }: Pick<Saying, "workspaceId">,
	{ held, at }: Pick<Said, "held" | "at">,
): Promise<number> {
	const signOffs = await readRows(
		client,
		SIGNED,
		"SELECT revision, voided_at IS NULL AS stands FROM sign_offs WHERE workspace_id = $1 AND assessment_id = $2",
		[workspaceId, held.id],
	);
	if (!signOffs.some(({ stands }) => stands)) return held.revision;
	await client.query(
		"UPDATE sign_offs SET voided_at = $3 WHERE workspace_id = $1 AND assessment_id = $2 AND voided_at IS NULL",
		[workspaceId, held.id, at],
	);
	return nextRevision(held.revision, signOffs);
}
