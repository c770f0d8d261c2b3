import { answerText, type WordId, wordsIn } from "./answers.ts";
import { askedOf, type Standings, standingIn } from "./progress.ts";
import type { Template } from "./template.ts";

type Signed = {
	assessmentId: string;
	template: Template;
	standings: Standings;
};

/**
 * What is signed, as one text: its SHA-256 is printed on the PDF. It has the questions asked, in order, with their wording and the
 * answers that stand: none, one, or all that differ. The device that takes the signatures and the server build it in the same way.
 */
export function signedText({ assessmentId, template, standings }: Signed): string {
	const answers = askedOf(template, standings).map(({ id, text }) => {
		const words = wordsIn(standingIn(standings, id));
		return [id, text, words.map(({ answer }) => answerText(answer)).toSorted()];
	});
	return JSON.stringify([assessmentId, template.id, template.version, answers]);
}

/** The words that a signature covers: those that stand, all of them where people differ. `signedText` of just these is the same. */
export const coveredWords = (standings: Standings): WordId[] =>
	[...standings.values()].flatMap((standing) => wordsIn(standing).map(({ id }) => id));
