import { type Answer, type AnswerStanding, isSameAnswer } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import type { QuestionId } from "#contract/assessments/template.ts";

/** What is proposed for a question, what scans observed first. */
export const proposalsFor = (proposals: readonly Proposal[], questionId: QuestionId): Proposal[] =>
	proposals
		.filter((one) => one.questionId === questionId)
		.toSorted((a, b) => Number(b.answer.source.from === "observation") - Number(a.answer.source.from === "observation"));

const isSameValue = (one: Answer, other: Answer): boolean =>
	isSameAnswer({ ...one, note: "", evidence: [] }, { ...other, note: "", evidence: [] });

/** How a proposal stands to what was answered. `against`: scans observed something else. `changed`: it was another answer last time. */
export type ProposalStanding = "proposed" | "same" | "against" | "changed";

export function proposalStanding({ answer }: Proposal, standing: AnswerStanding): ProposalStanding {
	if (standing.status === "open") return "proposed";
	const said = standing.status === "answered" ? [standing.word] : standing.words;
	if (said.some((word) => isSameValue(word.answer, answer))) return "same";
	return answer.source.from === "observation" ? "against" : "changed";
}
