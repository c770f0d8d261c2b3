import { type Answer, type AnswerStanding, isSameAnswer, wordsIn } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import type { QuestionId } from "#contract/assessments/template.ts";

/** Without those from the assessment itself: a signed one is the newest of its template. */
export const notFromItself = (proposals: readonly Proposal[], id: string): Proposal[] =>
	proposals.filter(({ assessmentId }) => assessmentId !== id);

/** Proposals for a question, scan observations first. */
export const proposalsFor = (proposals: readonly Proposal[], questionId: QuestionId): Proposal[] =>
	proposals
		.filter((one) => one.questionId === questionId)
		.toSorted(
			(a, b) => Number(b.answer.source.from === "observation") - Number(a.answer.source.from === "observation"),
		);

const isSameValue = (one: Answer, other: Answer): boolean =>
	isSameAnswer({ ...one, note: "", evidence: [] }, { ...other, note: "", evidence: [] });

/** How a proposal relates to the answer. `against`: scans contradict it. `other`: the proposal differs. */
export type ProposalStanding = "proposed" | "same" | "against" | "other";

/** `isAgainst`: the answer is one of the contradictions (contract/assessments/contradictions.ts). */
export function proposalStanding({ answer }: Proposal, standing: AnswerStanding, isAgainst: boolean): ProposalStanding {
	if (standing.status === "open") return "proposed";
	if (wordsIn(standing).some((word) => isSameValue(word.answer, answer))) return "same";
	return isAgainst && answer.source.from === "observation" ? "against" : "other";
}
