import { answerText, type WordId, wordsIn } from "./answers.ts";
import { askedOf, type Standings, standingIn } from "./progress.ts";
import type { Template } from "./template.ts";

type Signed = {
	assessmentId: string;
	template: Template;
	standings: Standings;
};

/**
 * What is signed, as one text: its SHA-256 is printed on the PDF. The questions that are asked, in their order, with their words and
 * the answers that stand: none, one, or all of those that differ. The device that takes the signatures and the server make it in the same way.
 */
export function signedText({ assessmentId, template, standings }: Signed): string {
	const answers = askedOf(template, standings).map(({ id, text }) => {
		const words = wordsIn(standingIn(standings, id));
		return [id, text, words.map(({ answer }) => answerText(answer)).toSorted()];
	});
	return JSON.stringify([assessmentId, template.id, template.version, answers]);
}

/** The words that a signature covers: what stands, and where people differ, all that stand. `signedText` of these alone is the same. */
export const coveredWords = (standings: Standings): WordId[] =>
	[...standings.values()].flatMap((standing) => wordsIn(standing).map(({ id }) => id));
