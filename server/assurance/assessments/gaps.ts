import { askedOf, isGapIn, metOf, type Standings, standingIn } from "#contract/assessments/progress.ts";
import { type Question, questionsOf, type Template } from "#contract/assessments/template.ts";

/** What the answers say about a question that can be a gap. `saidAt`: when the answer was given; null if the question is not asked. */
export type GapNow = { question: Question; isGap: boolean; saidAt: string | null };

/** The result for each choice question. An open one, one that people disagree on, or one that was not seen has none. */
export function gapsNow(template: Template, standings: Standings): GapNow[] {
	const asked = new Set(askedOf(template, standings).map(({ id }) => id));
	return questionsOf(template).flatMap((question) => {
		if (question.type !== "choice") return [];
		if (!asked.has(question.id)) return { question, isGap: false, saidAt: null };
		const standing = standingIn(standings, question.id);
		if (standing.status !== "answered" || standing.word.answer.value?.type !== "choice") return [];
		return { question, isGap: isGapIn(metOf(question, standing)), saidAt: standing.word.saidAt };
	});
}
