import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { LIBRARY_DAYS, type LibraryPage, libraryPage } from "#contract/questionnaires/library.ts";
import {
	type Proposal,
	type Question,
	type QuestionnaireAdded,
	type QuestionnaireDetail,
	questionnaireAdded,
	questionnaireDetail,
} from "#contract/questionnaires/questionnaires.ts";
import type { apiClient } from "./api-client.ts";

type Caller = { call: ReturnType<typeof apiClient> };
type Headers = Record<string, string>;
type Sending = {
	file: string | Buffer;
	type?: string;
	title?: string;
	customer?: string;
	due?: string;
	headers?: Headers;
};

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A customer's questionnaire as CSV with these questions, the first in row 2. */
export const csvOf = (...questions: string[]): string =>
	["Question,Answer", ...questions.map((question) => `"${question.replaceAll('"', '""')}",`), ""].join("\r\n");

export function sendQuestionnaire(
	{ call }: Caller,
	{ file, type = "text/csv", title = "Vendor review", customer = "Acme Bank", due, headers = {} }: Sending,
): Promise<Response> {
	const query = { title, customer, fileName: "vendor review.csv", ...(due && { due }) };
	return call("addQuestionnaire", { query, file: { content: file, type }, headers });
}

/** Sends a questionnaire that is accepted. */
export async function addQuestionnaire(caller: Caller, sending: Sending): Promise<QuestionnaireAdded> {
	const answer = await sendQuestionnaire(caller, sending);
	expect(answer.status, await answer.clone().text()).toBe(201);
	return questionnaireAdded.parse(await answer.json());
}

export async function readQuestionnaire(
	{ call }: Caller,
	questionnaireId: string,
	headers: Headers = {},
): Promise<QuestionnaireDetail> {
	const answer = await call("readCustomerQuestionnaire", { params: { questionnaireId }, headers });
	expect(answer.status, await answer.clone().text()).toBe(200);
	return questionnaireDetail.parse(await answer.json());
}

/** The question whose text starts like this. */
export function questionOf({ questions }: QuestionnaireDetail, begin: string): Question {
	const found = questions.find(({ text }) => text.startsWith(begin));
	if (!found) throw new Error(`No question begins with ${begin}`);
	return found;
}

/** What is proposed for a question. */
export function proposalOf(detail: QuestionnaireDetail, begin: string): Proposal {
	const question = questionOf(detail, begin);
	const found = detail.proposals.find(({ id }) => id === question.proposals[0]);
	if (!found) throw new Error(`Nothing is close to ${begin}`);
	return found;
}

/** Makes entries about questions; returns the whole answer. */
export const answerQuestions = (
	{ call }: Caller,
	questionnaireId: string,
	answers: { questionId: string; textMark?: string; said: object }[],
	{ saidAt = new Date().toISOString(), headers = {} as Headers } = {},
): Promise<Response> => call("answerQuestions", { body: { questionnaireId, answers, saidAt }, headers });

/** The same; returns how many changed something. */
export async function sayAnswers(...given: Parameters<typeof answerQuestions>): Promise<number> {
	const answer = await answerQuestions(...given);
	expect(answer.status, await answer.clone().text()).toBe(202);
	return (await answer.json()).receipt.taken;
}

/** Approves an answer into the library, or changes one. Returns its id. */
export async function approve(
	{ call }: Caller,
	{ question, answer, ...change }: Record<string, unknown> = {},
	{ id = randomUUID() as string, saidAt = new Date().toISOString(), headers = {} as Headers } = {},
): Promise<string> {
	const added = question === undefined ? {} : { question, answer, expiresOn: inDays(LIBRARY_DAYS) };
	const body = {
		id,
		change: { ...added, ...(question === undefined && answer !== undefined && { answer }), ...change },
		saidAt,
	};
	const said = await call("approveAnswer", { body, headers });
	expect(said.status, await said.clone().text()).toBe(202);
	return id;
}

export async function readLibrary({ call }: Caller, query: Record<string, string> = {}): Promise<LibraryPage> {
	const answer = await call("listLibraryAnswers", { query });
	expect(answer.status, await answer.clone().text()).toBe(200);
	return libraryPage.parse(await answer.json());
}
