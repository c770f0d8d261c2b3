import type { WordId } from "#contract/assessments/answers.ts";
import type { AnswerRequest, AssessmentId, AssessmentRequest } from "#contract/assessments/assessments.ts";
import type { QuestionId, TemplateId } from "#contract/assessments/template.ts";
import { dayText } from "#contract/format/time.ts";
import type { SelfAnswer, SelfAnswers } from "./assessment.ts";

type Made = { template: { id: string; version: number }; title: string; newId(): string; now: number };

/** An assessment has no separate fields for the details of an answer. */
const noteOf = ({ evidence, owner, due }: SelfAnswer): string =>
	[evidence, owner && `Owner: ${owner}`, due && `Due: ${dayText(due)}`].filter(Boolean).join("\n");

/** The answers of this page as an assessment of the workspace. The questions have the same ids there. */
export function keptAnswers(
	answers: SelfAnswers,
	{ template, title, newId, now }: Made,
): { assessment: AssessmentRequest; answers: AnswerRequest[] } {
	const saidAt = new Date(now).toISOString();
	const id = newId() as AssessmentId;
	const said = Object.entries(answers).flatMap(([questionId, answer]): AnswerRequest[] => {
		const note = noteOf(answer);
		if (answer.choice === undefined && note === "") return [];
		const value = answer.choice === undefined ? null : ({ type: "choice", choice: answer.choice } as const);
		return [
			{
				id: newId() as WordId,
				assessmentId: id,
				questionId: questionId as QuestionId,
				answer: { value, note, evidence: [] },
				after: [],
				saidAt,
			},
		];
	});
	const { version } = template;
	return {
		assessment: {
			id,
			template: { id: template.id as TemplateId, version },
			title: `${title}, ${dayText(now)}`,
			subject: "",
			saidAt,
		},
		answers: said,
	};
}
