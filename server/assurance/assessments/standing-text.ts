import { type AnswerStanding, answerText, wordsIn } from "#contract/assessments/answers.ts";

/** A question's current answers as one text: equal if nothing changed for a reader. */
export const standingText = (standing: AnswerStanding): string =>
	JSON.stringify(
		wordsIn(standing)
			.map(({ answer }) => answerText(answer))
			.toSorted(),
	);
