import type { AnswerSaid } from "#contract/questionnaires/answers.ts";
import { choiceFor } from "#contract/questionnaires/choice.ts";
import type { Proposal, Question, QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { pendingWord, type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

type Words = readonly Entry[];

/** A questionnaire as read at `readAt` (milliseconds), with the answers given here since then. `me`: this person's name. */
export function questionnaireShown(
	read: QuestionnaireDetail,
	entries: Words,
	readAt: number,
	me: string,
): QuestionnaireDetail {
	const said = new Map<string, { said: AnswerSaid; at: string; textMark: string | undefined }>();
	for (const { body } of wordsAhead(entries, "questionnaire-answer", readAt)) {
		if (body.questionnaireId !== read.id) continue;
		for (const answer of body.answers)
			said.set(answer.questionId, { said: answer.said, at: body.saidAt, textMark: answer.textMark });
	}
	if (said.size === 0) return read;
	const questions = read.questions.map((question) => {
		const word = said.get(question.id);
		// What was said of another question, which was here before the file was read again, says nothing of this one.
		const isOfThis = word && (word.textMark === undefined || word.textMark === question.textMark);
		const choices = question.list === null ? [] : (read.lists[question.list] ?? []);
		return isOfThis ? questionShown(question, choices, word.said, read.proposals, { by: me, at: word.at }) : question;
	});
	const inState = (state: Question["state"]) => questions.filter((question) => question.state === state).length;
	return {
		...read,
		questions,
		counts: {
			questions: questions.length,
			confirmed: inState("confirmed"),
			proposed: inState("proposed"),
			needsPerson: inState("needs-person"),
		},
	};
}

function questionShown(
	question: Question,
	choices: readonly string[],
	said: AnswerSaid,
	proposals: readonly Proposal[],
	person: { by: string; at: string },
): Question {
	const unanswered = {
		...question,
		answer: "",
		choice: "",
		source: null,
		confirmed: null,
		libraryNow: null,
		inLibrary: false,
	};
	switch (said.type) {
		case "needs-person":
			return { ...unanswered, state: "needs-person" };
		case "answer":
			return {
				...unanswered,
				state: "confirmed",
				answer: said.text,
				choice: said.choice ?? choiceFor(said.text, choices) ?? "",
				source: { type: "person", ...person },
				confirmed: person,
			};
		case "confirm": {
			const proposal = proposals.find(({ mark }) => mark === said.mark);
			// Confirmed in the version read earlier; the server decides whether that is still right.
			if (!proposal) return question;
			const { answer, source } = proposal;
			return {
				...unanswered,
				state: "confirmed",
				answer,
				choice: said.choice ?? choiceFor(answer, choices) ?? "",
				source,
				confirmed: person,
				libraryNow: source.type === "library" || source.type === "assessment" ? "same" : null,
				inLibrary: source.type === "library",
			};
		}
	}
}

/** What was entered here about a question and is still waiting or was refused; null if nothing. */
export const pendingAnswer = (
	entries: Words,
	questionnaireId: string,
	{ id, textMark }: Pick<Question, "id" | "textMark">,
) =>
	pendingWord(
		entries,
		"questionnaire-answer",
		(body) =>
			body.questionnaireId === questionnaireId &&
			body.answers.some((one) => one.questionId === id && (one.textMark ?? textMark) === textMark),
	);

/** How many of a questionnaire's questions have an answer waiting on this device. */
export const waitingAnswers = (entries: Words, questionnaireId: string): number =>
	new Set(
		wordsAhead(entries, "questionnaire-answer", Number.POSITIVE_INFINITY)
			.filter(({ body }) => body.questionnaireId === questionnaireId)
			.flatMap(({ body }) => body.answers.map(({ questionId }) => questionId)),
	).size;

/** A short label for what a word does to a question. */
export const answerSaidText = ({ body }: Word<"questionnaire-answer">, questionId: string): string => {
	const said = body.answers.find((one) => one.questionId === questionId)?.said;
	return said?.type === "confirm" ? "Confirmed" : said?.type === "answer" ? "Answered" : "Needs a person";
};
