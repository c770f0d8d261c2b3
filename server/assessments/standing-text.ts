import { type AnswerStanding, answerText } from "#contract/assessments/answers.ts";

/** What a question's standing says, as one text: equal if nothing changed for a reader. */
export function standingText(standing: AnswerStanding): string {
	switch (standing.status) {
		case "open":
			return "";
		case "answered":
			return answerText(standing.word.answer);
		case "differs":
			return JSON.stringify(standing.words.map(({ answer }) => answerText(answer)).toSorted());
	}
}
