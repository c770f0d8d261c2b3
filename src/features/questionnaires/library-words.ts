import type { ClientId } from "#contract/ids.ts";
import type { LibraryAnswer, LibraryWord } from "#contract/questionnaires/library.ts";
import { type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

/** An answer of the library as read at `readAt` (milliseconds), with the changes made here since then. `me`: this person's name. */
export function answerShown(
	answer: LibraryAnswer,
	entries: readonly Entry[],
	readAt: number,
	{ me, today }: { me: string; today: string },
): LibraryAnswer {
	let shown = answer;
	for (const { body } of wordsAhead(entries, "library-answer", readAt)) {
		if (body.id === answer.id) shown = withChange(shown, body, me);
	}
	if (shown === answer || shown.state === "withdrawn") return shown;
	return { ...shown, state: shown.expiresOn < today ? "expired" : "approved" };
}

function withChange(answer: LibraryAnswer, { change, saidAt }: LibraryWord, me: string): LibraryAnswer {
	const { question, answer: text, tags, expiresOn, withdrawn } = change;
	const approves = question !== undefined || text !== undefined || expiresOn !== undefined;
	return {
		...answer,
		question: question ?? answer.question,
		answer: text ?? answer.answer,
		tags: tags ?? answer.tags,
		expiresOn: expiresOn ?? answer.expiresOn,
		state: withdrawn === undefined ? answer.state : withdrawn ? "withdrawn" : "approved",
		...(approves && { approved: { by: me, at: saidAt } }),
	};
}

/** Answers approved here that the server does not have yet, newest first. Only such a word has everything a new answer needs. */
export const waitingAdditions = (
	entries: readonly Entry[],
	known: ReadonlySet<string>,
): (Word<"library-answer"> & { answer: LibraryAnswer })[] =>
	wordsAhead(entries, "library-answer", Number.POSITIVE_INFINITY)
		.filter(({ body }) => !known.has(body.id))
		.flatMap((word) => {
			const { id, change, saidAt } = word.body;
			const { question, answer, expiresOn, tags = [] } = change;
			if (question === undefined || answer === undefined || expiresOn === undefined) return [];
			const shown: LibraryAnswer = {
				id,
				clientId: (word.entry.clientId ?? "") as ClientId,
				question,
				answer,
				tags,
				evidence: [],
				state: "approved",
				approved: { by: "", at: saidAt },
				expiresOn,
				uses: 0,
			};
			return [{ ...word, answer: shown }];
		})
		.toReversed();

/** A short label for what a word does to a library answer. */
export function librarySaidText({ body: { change } }: Word<"library-answer">): string {
	if (change.withdrawn !== undefined) return change.withdrawn ? "Withdrawn" : "Back in use";
	if (change.question !== undefined && change.answer !== undefined && change.expiresOn !== undefined) return "Approved";
	return change.expiresOn !== undefined && Object.keys(change).length === 1 ? "Extended" : "Changed";
}
