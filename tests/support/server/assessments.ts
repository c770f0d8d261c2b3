import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Answer, type AnswerValue, wordId } from "#contract/assessments/answers.ts";
import { type AssessmentDetail, assessmentDetail, assessmentPage } from "#contract/assessments/assessments.ts";
import { standingsOf } from "#contract/assessments/progress.ts";
import { coveredWords, signedText } from "#contract/assessments/signed-text.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { OperationName } from "#contract/operations.ts";
import { SMALL } from "../assessments/small-template.ts";
import type { apiClient } from "./api-client.ts";

type Caller = { call: ReturnType<typeof apiClient> };
type Headers = Record<string, string>;

/** Turns a template into one that the workspace loaded. */
export const giveTemplate = async (
	{ call }: Caller,
	template: Template = SMALL,
): Promise<{ id: string; version: number }> => {
	const loaded = await call("loadTemplate", { body: template });
	expect(loaded.status, await loaded.clone().text()).toBe(200);
	const { id, version } = (await loaded.json()).template;
	return { id, version };
};

async function accepted(member: Caller, name: OperationName, body: object, headers: Headers): Promise<number> {
	const response = await member.call(name, { body, headers });
	expect(response.status, await response.clone().text()).toBe(202);
	return (await response.json()).receipt.taken;
}

/** Starts an assessment, and returns its id. */
export async function begin(
	member: Caller,
	more: Record<string, unknown> = {},
	headers: Headers = {},
): Promise<string> {
	const body = {
		id: randomUUID(),
		template: { id: "small", version: 1 },
		title: "Visit to Lagos",
		subject: "",
		saidAt: new Date().toISOString(),
		...more,
	};
	await accepted(member, "beginAssessment", body, headers);
	return body.id;
}

type Said = { note?: string; evidence?: string[]; after?: string[]; saidAt?: string; id?: string };

/** An entry about a question, as a request. A text is a choice. */
export const wordBody = (
	assessmentId: string,
	questionId: string,
	value: AnswerValue | string | null,
	{ note = "", evidence = [], after = [], saidAt = new Date().toISOString(), id = randomUUID() }: Said = {},
) => ({
	id: wordId.parse(id),
	assessmentId,
	questionId,
	answer: {
		value: typeof value === "string" ? { type: "choice", choice: value } : value,
		note,
		evidence,
	} as Answer,
	after,
	saidAt,
});

/** Answers a question, and returns the entry's id. */
export async function answer(member: Caller, ...of: Parameters<typeof wordBody>): Promise<string> {
	const body = wordBody(...of);
	await accepted(member, "answerQuestion", body, {});
	return body.id;
}

export const move = (
	member: Caller,
	assessmentId: string,
	state: string,
	{ reason = "", saidAt = new Date().toISOString() } = {},
): Promise<number> => accepted(member, "moveAssessment", { assessmentId, state, reason, saidAt }, {});

export async function readAssessment(member: Caller, assessmentId: string): Promise<AssessmentDetail> {
	const response = await member.call("readAssessment", { params: { assessmentId } });
	expect(response.status, await response.clone().text()).toBe(200);
	return assessmentDetail.parse(await response.json());
}

export const listAssessments = async (member: Caller, query: Headers = {}, headers: Headers = {}) =>
	assessmentPage.parse(await (await member.call("listAssessments", { query, headers })).json());

/** Signatures on an assessment as a device has read it. */
export function signBody(read: AssessmentDetail, more: Record<string, unknown> = {}) {
	const standings = standingsOf(read.words);
	const text = signedText({ assessmentId: read.id, template: read.template, standings });
	return {
		id: randomUUID(),
		assessmentId: read.id,
		covers: coveredWords(standings) as string[],
		sha256: createHash("sha256").update(text).digest("hex"),
		signers: [{ name: "Ngozi Ade", role: "Head of IT, Acme Bank", signature: randomUUID() }],
		saidAt: new Date().toISOString(),
		...more,
	};
}

export const sign = (member: Caller, read: AssessmentDetail, more: Record<string, unknown> = {}): Promise<number> =>
	accepted(member, "signAssessment", signBody(read, more), {});
