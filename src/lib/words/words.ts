import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { Kind, OutboxRequest } from "#src/requests/kinds.ts";

/** What people say about controls, requirements, tasks, evidence, assessments and customers’ questions. It is saved on the device first. */
const WORD_KINDS = [
	"decision",
	"control-change",
	"test-run",
	"task",
	"task-change",
	"evidence-decision",
	"assessment",
	"answer",
	"assessment-state",
	"sign-off",
	"questionnaire-answer",
	"library-answer",
] as const satisfies readonly Kind[];
export type WordKind = (typeof WORD_KINDS)[number];

type Bodies = { [K in WordKind]: Extract<OutboxRequest, { kind: K }>["body"] };

/** A word and the entry that carries it. */
export type Word<K extends WordKind> = { entry: Entry; body: Bodies[K] };

export const isWord = ({ request }: Pick<Entry, "request">): boolean =>
	WORD_KINDS.some((kind) => kind === request.kind);

/** Whether data read at `readAt` (milliseconds) cannot include it yet: it is still waiting here, or was accepted later. */
const isAhead = (entry: Entry, readAt: number): boolean =>
	isWaiting(entry) || (entry.status === "accepted" && entry.at > readAt);

/**
 * The words of a kind that screens add to what was read at `readAt`, in the order they were said. With infinity: only those still waiting
 * here.
 */
export const wordsAhead = <K extends WordKind>(entries: readonly Entry[], kind: K, readAt: number): Word<K>[] =>
	ofKind(entries, kind).filter(({ entry }) => isAhead(entry, readAt));

/** The words of a kind that the server refused. */
export const wordsRefused = <K extends WordKind>(entries: readonly Entry[], kind: K): Word<K>[] =>
	ofKind(entries, kind).filter(({ entry }) => entry.status === "rejected");

/** The newest word of a kind about one thing that still needs to be sent, or was refused; null if there is none. */
export const pendingWord = <K extends WordKind>(
	entries: readonly Entry[],
	kind: K,
	isAbout: (body: Bodies[K]) => boolean,
): Word<K> | null =>
	ofKind(entries, kind).findLast(
		({ entry, body }) => (isWaiting(entry) || entry.status === "rejected") && isAbout(body),
	) ?? null;

function ofKind<K extends WordKind>(entries: readonly Entry[], kind: K): Word<K>[] {
	const words = entries.flatMap((entry) =>
		entry.request.kind === kind ? [{ entry, body: entry.request.body as Bodies[K] }] : [],
	);
	return words.toSorted((a, b) => saidAt(a.body).localeCompare(saidAt(b.body)));
}

const saidAt = (body: object): string => ("saidAt" in body ? String(body.saidAt) : "");

/** What a word is about: two words with the same text here are about the same thing. */
function thingOf(request: OutboxRequest): string | null {
	switch (request.kind) {
		case "decision":
			return JSON.stringify([request.kind, request.body.framework, request.body.requirements]);
		case "control-change":
			return JSON.stringify([request.kind, request.body.controlId, Object.keys(request.body.change)]);
		case "task-change":
			return JSON.stringify([request.kind, request.body.taskId, Object.keys(request.body.change)]);
		case "questionnaire-answer":
			return JSON.stringify([
				request.kind,
				request.body.questionnaireId,
				request.body.answers.map(({ questionId }) => questionId),
			]);
		case "library-answer":
			return JSON.stringify([request.kind, request.body.id, Object.keys(request.body.change)]);
		case "evidence-decision":
			return JSON.stringify([request.kind, request.body.evidenceId]);
		case "assessment-state":
			return JSON.stringify([request.kind, request.body.assessmentId]);
		case "task":
		case "test-run":
		case "assessment":
		case "answer":
		case "sign-off":
			return JSON.stringify([request.kind, request.body.id]);
		default:
			return null;
	}
}

/** Within this time, in milliseconds, the same word again counts as the same tap. */
const SAME_TAP_MS = 3_000;

/** Whether the outbox already has this word: as the latest about its subject, and either waiting or said just now. */
export function isSaid(
	request: OutboxRequest,
	clientId: string | undefined,
	entries: readonly Entry[],
	now: number,
): boolean {
	const thing = thingOf(request);
	const last = entries.findLast((entry) => thingOf(entry.request) === thing && entry.clientId === clientId);
	if (!last || last.status === "rejected") return false;
	const isSame = withoutTime(last.request) === withoutTime(request);
	return isSame && (isWaiting(last) || now - last.createdAt < SAME_TAP_MS);
}

const withoutTime = ({ body }: OutboxRequest): string => JSON.stringify({ ...body, saidAt: "" });
