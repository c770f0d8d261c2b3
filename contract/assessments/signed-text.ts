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
 * the answers that stand. The device that takes the signatures and the server make it in the same way.
 */
export function signedText({ assessmentId, template, standings }: Signed): string {
	const answers = askedOf(template, standings).map(({ id, text }) => {
		const standing = standingIn(standings, id);
		return [id, text, standing.status === "answered" ? answerText(standing.word.answer) : null];
	});
	return JSON.stringify([assessmentId, template.id, template.version, answers]);
}

/** The words that a signature covers: what stands, and where people differ, all that stand. `signedText` of these alone is the same. */
export const coveredWords = (standings: Standings): WordId[] =>
	[...standings.values()].flatMap((standing) => wordsIn(standing).map(({ id }) => id));
