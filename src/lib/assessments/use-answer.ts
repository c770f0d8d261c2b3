import { useCallback } from "react";
import type { Answer, AnswerWord, WordId } from "#contract/assessments/answers.ts";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import type { QuestionId } from "#contract/assessments/template.ts";
import type { EntryId } from "#contract/ids.ts";
import { readAccount } from "#src/lib/account/account.ts";
import type { EvidenceEntry } from "#src/lib/capture/evidence-entry.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { sendSaved } from "#src/lib/outbox/send-saved.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { inTurn } from "#src/lib/words/in-turn.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import { asWord, type Me, waitingAssessments, wordsShown } from "./assessment-shown.ts";
import { answerBefore, nextWord } from "./next-word.ts";

/** The owner of an entry. */
export type Whose = Pick<NewEntry, "owner" | "workspace" | "clientId" | "client">;

/** The owner of words about an assessment; null while no one is signed in. */
export function useAssessmentOwner({ clientId }: Pick<AssessmentDetail, "clientId">): () => Whose | null {
	const { scope, workspace } = useScope();
	return useCallback(() => {
		const owner = signedInOwner();
		const client = workspace?.clients.find(({ id }) => id === clientId) ?? null;
		return owner && { owner, ...scopeFields(owner, scope, client) };
	}, [scope, workspace, clientId]);
}

/** The person using this device. No name until the account is loaded. */
export function currentMe(): Me {
	const state = readAccount();
	return state.status === "known" ? state.account : { accountId: "" as Me["accountId"], name: "" };
}

/** If the server does not have the assessment yet, it has to be sent before any words about it. Also if it was refused: they wait for its correction. */
export const beginningOf = (entries: readonly Entry[], assessmentId: string): EntryId[] =>
	waitingAssessments(entries).flatMap(({ entry, body }) => (body.id === assessmentId ? entry.id : []));

type Answered = Pick<AssessmentDetail, "id" | "clientId" | "words">;

/** The result of answering: the word, what it replaced, and the entry that carries it. */
export type Said = { word: AnswerWord; before: Answer; entry: EntryId } | "said-already";

/**
 * Answers questions of an assessment, through the outbox. Resolves once it is saved on this device, with the `pieces` that belong to it:
 * all of it, or nothing. Rejects with a StorageError; resolves to null if no one is signed in.
 */
export function useAnswer(read: Answered) {
	const whose = useAssessmentOwner(read);
	return useCallback(
		async (questionId: QuestionId, change: (before: Answer) => Answer, pieces: readonly EvidenceEntry[] = []) => {
			const owned = whose();
			return owned && inTurn(() => say(read, questionId, change, pieces, owned));
		},
		[read, whose],
	);
}

async function say(
	read: Answered,
	questionId: QuestionId,
	change: (before: Answer) => Answer,
	pieces: readonly EvidenceEntry[],
	whose: Whose,
): Promise<Said> {
	const { entries } = await shownOutbox().contents();
	const me = currentMe();
	const words = wordsShown(read, entries, me).filter((word) => word.questionId === questionId);
	const next = nextWord(words, change);
	if (next === null) return "said-already";
	const id = newId() as string as WordId;
	const after = beginningOf(entries, read.id);
	const body = { id, assessmentId: read.id, questionId, ...next, saidAt: new Date().toISOString() };
	const saved = await browserOutbox().enqueueAll([
		...pieces.map((piece) => ({ ...piece, ...whose, after })),
		{ kind: "answer", body, ...whose, after },
	]);
	sendSaved(saved);
	const entry = saved.at(-1);
	if (!entry) throw new Error("An answer was saved without an entry.");
	return { word: asWord(body, me), before: answerBefore(words), entry: entry.id };
}
