import {
	ANSWER_EVIDENCE_LIMIT,
	ANSWER_NOTE_LIMIT,
	type Answer,
	type AnswerWord,
	isSameAnswer,
	latestOf,
	type WordId,
} from "#contract/assessments/answers.ts";

const EMPTY: Answer = { value: null, note: "", evidence: [] };

const distinct = (answers: readonly Answer[]): Answer[] =>
	answers.filter((answer, place) => !answers.slice(0, place).some((other) => isSameAnswer(answer, other)));

/** What a new answer starts from: the current answer. If several differ, only their notes and files are kept, combined. */
export function answerBefore(words: readonly AnswerWord[]): Answer {
	const answers = distinct(latestOf(words).map(({ answer }) => answer));
	const [only = EMPTY] = answers;
	if (answers.length < 2) return only;
	const notes = [...new Set(answers.map(({ note }) => note).filter((note) => note !== ""))].join("\n\n");
	const evidence = [...new Set(answers.flatMap((answer) => answer.evidence))];
	return { value: null, note: notes.slice(0, ANSWER_NOTE_LIMIT), evidence: evidence.slice(0, ANSWER_EVIDENCE_LIMIT) };
}

/** The next word about a question: what it says, and which words it replaces. Null if those already say the same. */
export function nextWord(
	words: readonly AnswerWord[],
	change: (before: Answer) => Answer,
): { answer: Answer; after: WordId[] } | null {
	const latest = latestOf(words);
	const answer = change(answerBefore(words));
	const said = latest.length === 0 ? [EMPTY] : latest.map((word) => word.answer);
	if (said.every((one) => isSameAnswer(one, answer))) return null;
	return { answer, after: latest.map(({ id }) => id) };
}
