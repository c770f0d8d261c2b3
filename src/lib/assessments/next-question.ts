import type { AnswerWord } from "#contract/assessments/answers.ts";
import { askedOf, missingOf, standingIn, standingsOf } from "#contract/assessments/progress.ts";
import { type Question, questionsOf, type Template } from "#contract/assessments/template.ts";

/** What comes after a question once `words` are said: whether it still lacks something, and the next question; null at the end. */
export function afterQuestion(
	template: Pick<Template, "sections">,
	words: readonly AnswerWord[],
	question: Question,
): { lacks: boolean; next: Question | null } {
	const standings = standingsOf(words);
	const all = questionsOf(template);
	const below = all.slice(all.findIndex(({ id }) => id === question.id) + 1);
	const asked = new Set(askedOf(template, standings).map(({ id }) => id));
	const standing = standingIn(standings, question.id);
	return {
		// A photo added before the answer does not count as one, even where the answer is optional.
		lacks: standing.status === "open" || missingOf(question, standing) !== null,
		next: below.find(({ id }) => asked.has(id)) ?? null,
	};
}

/** The question to show: the requested one; else the last one shown, the first incomplete one, or the first. */
export function questionShown(
	questions: readonly Question[],
	wanted: string,
	{ at, missing }: { at: string | null; missing: readonly { question: Question }[] },
): Question {
	const of = (id: string | null) => questions.find((one) => one.id === id);
	const shown = of(wanted) ?? of(at) ?? missing[0]?.question ?? questions[0];
	if (!shown) throw new Error("An assessment asks nothing.");
	return shown;
}
