import type { AnswerWord } from "#contract/assessments/answers.ts";
import { askedOf, missingOf, standingIn, standingsOf } from "#contract/assessments/progress.ts";
import { type Question, questionsOf, type Template } from "#contract/assessments/template.ts";

/** What comes after a question, once `words` were said: whether it still lacks something, and the next one that is asked; null at the end. */
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
		// A photo that came before the answer is none, also where the answer may be left out.
		lacks: standing.status === "open" || missingOf(question, standing) !== null,
		next: below.find(({ id }) => asked.has(id)) ?? null,
	};
}

/** The question that is shown: the one that is wanted; else where its person was, the first that lacks something, or the first. */
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
