import type { WordAccepted } from "#contract/controls/controls.ts";
import type { ClientId } from "#contract/ids.ts";
import type { AnswerSaid, AnswerWords } from "#contract/questionnaires/answers.ts";
import { choiceFor } from "#contract/questionnaires/choice.ts";
import type { Proposal, QuestionState } from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { nameOfAccount } from "#server/identity/accounts/store/name-of-account.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, int, json, orNull, type RowOf, readRow, readRows, text, texts, time } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { readSignedAnswers } from "../../assessments/store/read-signed-answers.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import type { Fact } from "../../findings/facts/facts.ts";
import { textMarkOf } from "../proposal-mark.ts";
import { type AnswerWord, noteAnswerWords } from "./note-answer-words.ts";
import { answerIds, proposalsOf, readApproved } from "./read-proposals.ts";

const ANSWERED_PER_HOUR = 5_000;
const REFUSALS = ["not_found", "proposal_gone", "not_in_list"] as const;
const WHOLE = { client_id: id<ClientId>(), facts: json<Fact[]>(), lists: json<string[][]>() };
const QUESTION = { id: text, text, list: orNull(int), candidates: texts, said_at: orNull(time) };

type Change = {
	id: string;
	state: QuestionState;
	answer: string;
	/** Empty: none of its list, or it has none. */
	choice: string;
	origin: AnswerSource["type"] | null;
	source: AnswerSource | null;
};

/** The state of a question after an entry; undefined if the entry confirms a proposal that is out of date. */
type Outcome = { change: Change; shown: string } | undefined;

export const createAnswerQuestions =
	(walled: Pool, now: () => Date) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: AnswerWords },
	): Promise<Answered<WordAccepted, (typeof REFUSALS)[number]>> => {
		const counter = {
			what: "questionnaire-answers",
			whom: scope.accountId,
			points: ANSWERED_PER_HOUR,
			windowSeconds: 3_600,
		};
		const asked = { ...askedIn(scope, { questionnaireAnswers: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const saidAt = saidBy(request.saidAt, at);
				const { workspaceId } = scope;
				const { questionnaireId } = request;
				const whole = await readRow(
					client,
					WHOLE,
					`SELECT client_id, facts, lists FROM questionnaires WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
					[workspaceId, questionnaireId, scope.clientId],
				);
				if (!whole) throw new Refused("not_found");
				// Of two entries about one question, the last one counts.
				const wanted = new Map((await placed(client, workspaceId, request)).map(({ id, said }) => [id, said]));
				const questions = await readRows(
					client,
					QUESTION,
					`SELECT id, text, list, candidates, said_at FROM questionnaire_questions
					 WHERE workspace_id = $1 AND questionnaire_id = $2 AND id = ANY ($3) FOR NO KEY UPDATE`,
					[workspaceId, questionnaireId, [...wanted.keys()]],
				);
				if (questions.length < wanted.size) throw new Refused("not_found");
				const ids = [...new Set(questions.flatMap(({ candidates }) => answerIds(candidates)))];
				const approved = await readApproved(client, workspaceId, ids, at);
				const signed = await readSignedAnswers(client, { workspaceId, clientId: whole.client_id }, ids);
				const proposals = proposalsOf({ approved, signed, facts: whole.facts, now: at });
				const by = await nameOfAccount(client, scope);
				const words: AnswerWord[] = [];
				const changes: Change[] = [];
				for (const question of questions) {
					const said = wanted.get(question.id);
					const outcome = said && outcomeOf(question, said, proposals, whole.lists, { by, at: saidAt.toISOString() });
					const counted = outcome !== undefined && (question.said_at === null || question.said_at <= saidAt);
					if (counted) changes.push(outcome.change);
					words.push({ field: question.id, shown: outcome?.shown ?? "A proposal that is proposed no more", counted });
				}
				const isLate = ({ said_at }: RowOf<typeof QUESTION>) => said_at !== null && said_at > saidAt;
				// Earlier entries count, and what others entered since stands; there is just nothing left here to apply this one to.
				if (changes.length === 0 && !questions.some(isLate)) throw new Refused("proposal_gone");
				const subject = { type: "questionnaire", id: questionnaireId } as const;
				await storeChanges(client, scope, questionnaireId, { changes, by, saidAt });
				await noteAnswerWords(client, scope, { clientId: whole.client_id, subject, saidAt, at }, words);
				return { receipt: { key, acceptedAt: at.toISOString(), taken: changes.length } };
			}),
		);
	};

function outcomeOf(
	{ id, candidates, list }: RowOf<typeof QUESTION>,
	said: AnswerSaid,
	proposals: ReadonlyMap<string, Proposal>,
	lists: readonly (readonly string[])[],
	person: { by: string; at: string },
): Outcome {
	const choices = list === null ? [] : (lists[list] ?? []);
	const choiceOf = (answer: string, given: string | undefined): string => {
		if (given && !choices.includes(given)) throw new Refused("not_in_list");
		return given ?? choiceFor(answer, choices) ?? "";
	};
	switch (said.type) {
		case "confirm": {
			const proposal = candidates.map((one) => proposals.get(one)).find((one) => one?.mark === said.mark);
			if (!proposal) return undefined;
			const { answer, source } = proposal;
			const choice = choiceOf(answer, said.choice);
			return {
				change: { id, state: "confirmed", answer, choice, origin: source.type, source },
				shown: shownOf(answer, choice),
			};
		}
		case "answer": {
			const source: AnswerSource = { type: "person", ...person };
			const answer = said.text;
			const choice = choiceOf(answer, said.choice);
			return {
				change: { id, state: "confirmed", answer, choice, origin: "person", source },
				shown: shownOf(answer, choice),
			};
		}
		case "needs-person":
			return {
				change: { id, state: "needs-person", answer: "", choice: "", origin: null, source: null },
				shown: "Needs a person",
			};
	}
}

/** What the history shows. */
const shownOf = (answer: string, choice: string): string =>
	choice === "" || choiceFor(answer, [choice]) !== undefined ? answer : `${choice} · ${answer}`;

/**
 * Where the questions are now that were answered. A file that was read again has some of them elsewhere, and another question in their
 * old place.
 */
async function placed(
	client: Executor,
	workspaceId: string,
	{ questionnaireId, answers }: AnswerWords,
): Promise<{ id: string; said: AnswerSaid }[]> {
	if (answers.every(({ textMark }) => textMark === undefined)) {
		return answers.map(({ questionId, said }) => ({ id: questionId, said }));
	}
	const rows = await readRows(
		client,
		{ id: text, text },
		"SELECT id, text FROM questionnaire_questions WHERE workspace_id = $1 AND questionnaire_id = $2",
		[workspaceId, questionnaireId],
	);
	const marks = new Map(rows.map(({ id, text }) => [id, textMarkOf(text)]));
	const byMark = Map.groupBy(marks.keys(), (id) => marks.get(id));
	return answers.map(({ questionId, textMark, said }) => {
		if (textMark === undefined || marks.get(questionId) === textMark) return { id: questionId, said };
		const [only, ...others] = byMark.get(textMark) ?? [];
		if (only === undefined || others.length > 0) throw new Refused("not_found");
		return { id: only, said };
	});
}

const storeChanges = (
	client: Executor,
	{ workspaceId, accountId }: { workspaceId: string; accountId: string },
	questionnaireId: string,
	{ changes, by, saidAt }: { changes: readonly Change[]; by: string; saidAt: Date },
) =>
	client.query(
		`UPDATE questionnaire_questions AS question SET state = change.state, answer = change.answer, choice = change.choice,
		   origin = change.origin, source = change.source, said_at = $3, said_by = $4, said_by_name = $5
		 FROM jsonb_to_recordset($6) AS change (id text, state text, answer text, choice text, origin text, source jsonb)
		 WHERE question.workspace_id = $1 AND question.questionnaire_id = $2 AND question.id = change.id`,
		[workspaceId, questionnaireId, saidAt, accountId, by, JSON.stringify(changes)],
	);
