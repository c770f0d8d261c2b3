import { randomUUID } from "node:crypto";
import { type AssessmentDetail, assessmentDetail } from "#contract/assessments/assessments.ts";
import { questionsOf } from "#contract/assessments/template.ts";
import { signBody } from "../../../support/server/assessments.ts";
import { bodyOf, type Consultancy } from "./consultancy.ts";

type Headers = Record<string, string>;

export const readAssessmentOf = async (
	of: Consultancy,
	assessmentId: string,
	headers: Headers,
): Promise<AssessmentDetail> =>
	assessmentDetail.parse(await bodyOf(await of.call("readAssessment", { params: { assessmentId }, headers }), 200));

/** A signed assessment of a client, with a gap. Returns the ids of everything in it. */
export async function fillAssessment(ada: Consultancy, headers: Headers, evidenceId: string): Promise<string[]> {
	const said = { saidAt: new Date().toISOString() };
	const [assessmentId, wordId, signOffId] = [randomUUID(), randomUUID(), randomUUID()];
	const template = { id: "vendor", version: 1 };
	const begun = { id: assessmentId, template, title: "Our suppliers", subject: "", ...said };
	await bodyOf(await ada.call("beginAssessment", { body: begun, headers }), 202);
	const { template: asked } = await readAssessmentOf(ada, assessmentId, headers);
	const questionId = questionsOf(asked).find(({ type, showIf }) => type === "choice" && !showIf)?.id;
	const answer = { value: { type: "choice", choice: "no" }, note: "Not yet.", evidence: [evidenceId] };
	const word = { id: wordId, assessmentId, questionId, answer, after: [], ...said };
	await bodyOf(await ada.call("answerQuestion", { body: word, headers }), 202);
	const signer = { name: "Ngozi Ade", role: "Head of IT", signature: evidenceId };
	const signed = signBody(await readAssessmentOf(ada, assessmentId, headers), { id: signOffId, signers: [signer] });
	await bodyOf(await ada.call("signAssessment", { body: signed, headers }), 202);
	return [assessmentId, wordId, signOffId];
}
