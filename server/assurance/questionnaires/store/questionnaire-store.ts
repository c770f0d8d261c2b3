import type { ClientId } from "#contract/ids.ts";
import type { Mapping } from "#contract/questionnaires/mapping.ts";
import type {
	QuestionnaireChange,
	QuestionnaireDetail,
	QuestionnaireFilter,
	QuestionnaireId,
	QuestionnairePage,
} from "#contract/questionnaires/questionnaires.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope, Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import type { Fact } from "../../findings/facts/facts.ts";
import type { MatchedQuestion } from "../matched-question.ts";
import { createAddQuestionnaire } from "./add-questionnaire.ts";
import { createAnswerQuestions } from "./answer-questions.ts";
import { firstState } from "./insert-questions.ts";
import { type KnownAnswers, readKnownAnswers } from "./known-answers.ts";
import { listQuestionnaires } from "./list-questionnaires.ts";
import { createReadAgain, type Opened, openQuestionnaire } from "./read-again.ts";
import { type Filling, readFilling } from "./read-filling.ts";
import { readKnownMapping } from "./read-known-mapping.ts";
import { readQuestionnaire } from "./read-questionnaire.ts";

/** Writes the fields that were given. False if there is no such questionnaire. */
async function changeQuestionnaire(
	client: Executor,
	{ workspaceId, clientId }: Scope,
	id: QuestionnaireId,
	{ title, customer, due, state, sources }: QuestionnaireChange,
): Promise<boolean> {
	const { bind, add, where } = collectConditions();
	add(`workspace_id = ${bind(workspaceId)}`);
	add(`id = ${bind(id)}`);
	if (clientId !== null) add(`client_id = ${bind(clientId)}`);
	const columns = Object.entries({ title, customer, due, state, sources }).filter(([, value]) => value !== undefined);
	// Without a field, it only says whether the questionnaire exists.
	const set = ["id = id", ...columns.map(([name, value]) => `${name} = ${bind(value)}`)];
	const { text, values } = where();
	const { rowCount } = await client.query(`UPDATE questionnaires SET ${set.join(", ")} WHERE ${text}`, values);
	return rowCount === 1;
}

/** Questionnaires of customers in PostgreSQL. `workspaceBytes`: the most bytes of all files of a workspace. */
export function createQuestionnaireStore(walled: Pool, now: () => Date, workspaceBytes: number) {
	return {
		page: (
			scope: Scope,
			query: QuestionnaireFilter & { cursor?: string | undefined; limit?: number | undefined },
		): Promise<QuestionnairePage | "bad_cursor"> => listQuestionnaires(within(walled, scope), scope, query, now()),
		find: (scope: Scope, questionnaire: QuestionnaireId): Promise<QuestionnaireDetail | undefined> =>
			readQuestionnaire(within(walled, scope), scope, questionnaire, now()),
		/** What can currently answer one client's questions. */
		known: (scope: ClientScope): Promise<KnownAnswers> => readKnownAnswers(within(walled, scope), scope, now()),
		add: createAddQuestionnaire(walled, now, workspaceBytes),
		/** A person's entries about questions: the newest entry counts. */
		answer: createAnswerQuestions(walled, now),
		/** False if there is none. */
		change: (scope: Scope, questionnaire: QuestionnaireId, change: QuestionnaireChange) =>
			inTransaction(within(walled, scope), async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				return changeQuestionnaire(client, scope, questionnaire, change);
			}),
		remove: (scope: Scope, questionnaire: QuestionnaireId) =>
			inTransaction(within(walled, scope), async (client) => {
				await holdWorkspaceFor(client, scope, "arrange");
				const { rowCount } = await client.query(
					`DELETE FROM questionnaires WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
					[scope.workspaceId, questionnaire, scope.clientId],
				);
				await client.query(
					`DELETE FROM answer_words WHERE workspace_id = $1 AND subject_type = 'questionnaire' AND subject_id = $2
					   AND NOT EXISTS (SELECT FROM questionnaires WHERE workspace_id = $1 AND id = $2)`,
					[scope.workspaceId, questionnaire],
				);
				return rowCount === 1;
			}),
		/** The questions that are not confirmed, and their client. */
		async open(
			scope: Scope,
			questionnaire: QuestionnaireId,
		): Promise<{ clientId: ClientId; questions: { id: string; text: string }[] } | undefined> {
			const db = within(walled, scope);
			const whole = await clientOf(db, scope, questionnaire);
			if (!whole) return undefined;
			const questions = await readRows(
				db,
				{ id: text, text },
				`SELECT id, text FROM questionnaire_questions WHERE workspace_id = $1 AND questionnaire_id = $2 AND state <> 'confirmed'
				 ORDER BY no`,
				[scope.workspaceId, questionnaire],
			);
			return { clientId: whole, questions };
		},
		/** Stores possible answers to questions that are still not confirmed. */
		rematch: (
			scope: Scope,
			questionnaire: QuestionnaireId,
			matched: readonly Pick<MatchedQuestion, "id" | "candidates" | "isSure">[],
			facts: readonly Fact[],
		) =>
			inTransaction(within(walled, scope), async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const key = [scope.workspaceId, questionnaire];
				const { rowCount } = await client.query(
					"UPDATE questionnaires SET facts = $3, matched_at = $4 WHERE workspace_id = $1 AND id = $2",
					[...key, JSON.stringify(facts), now()],
				);
				if (rowCount !== 1) return;
				const rows = matched.map(({ id, candidates, isSure }) => ({ id, candidates, state: firstState({ isSure }) }));
				// If a person rejected an answer, a person has to decide, whatever matches well now.
				await client.query(
					`UPDATE questionnaire_questions AS question SET candidates = matched.candidates,
					   state = CASE WHEN said_at IS NULL THEN matched.state ELSE question.state END
					 FROM jsonb_to_recordset($3) AS matched (id text, state text, candidates text[])
					 WHERE question.workspace_id = $1 AND question.questionnaire_id = $2 AND question.id = matched.id
					   AND question.state <> 'confirmed'`,
					[...key, JSON.stringify(rows)],
				);
			}),
		/** What a person said about tables of earlier files of this client. */
		knownMapping: (scope: ClientScope): Promise<Mapping> => readKnownMapping(within(walled, scope), scope),
		/** A questionnaire to read again. */
		opened: (scope: Scope, questionnaire: QuestionnaireId): Promise<Opened | undefined> =>
			openQuestionnaire(within(walled, scope), scope, questionnaire),
		readAgain: createReadAgain(walled, now, workspaceBytes),
		filling: (scope: Scope, questionnaire: QuestionnaireId): Promise<Filling | undefined> =>
			readFilling(within(walled, scope), scope, questionnaire),
	};
}

/** Questionnaires that customers sent. If the scope names no client, all that the member may see. */
export type QuestionnaireStore = ReturnType<typeof createQuestionnaireStore>;

async function clientOf(db: Pool, scope: Scope, questionnaire: QuestionnaireId): Promise<ClientId | undefined> {
	const row = await readRow(
		db,
		{ client_id: id<ClientId>() },
		`SELECT client_id FROM questionnaires WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
		[scope.workspaceId, questionnaire, scope.clientId],
	);
	return row?.client_id;
}
