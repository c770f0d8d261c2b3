import type { AnswerWord } from "#contract/assessments/answers.ts";
import type {
	AnswerRequest,
	AssessmentDetail,
	AssessmentRequest,
	SignOffRequest,
} from "#contract/assessments/assessments.ts";
import { askedOf, progressOf, standingsOf } from "#contract/assessments/progress.ts";
import { type AssessmentState, afterAnswer, afterSigning } from "#contract/assessments/state.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { AccountId, ClientId, EntryId } from "#contract/ids.ts";
import { type Word, wordsAhead, wordsRefused } from "#src/lib/words/words.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";

/** The person using this device. */
export type Me = { accountId: AccountId; name: string };

/**
 * Assessments started here that a list read at `readAt` (milliseconds) does not have, newest first. Also those that the server refused: what
 * was answered in them is still here.
 */
export const assessmentsHere = (entries: readonly Entry[], readAt: number): Word<"assessment">[] =>
	[...wordsAhead(entries, "assessment", readAt), ...wordsRefused(entries, "assessment")].toReversed();

/** Assessments started here that the server does not have, newest first. */
export const waitingAssessments = (entries: readonly Entry[]): Word<"assessment">[] =>
	assessmentsHere(entries, Number.POSITIVE_INFINITY);

/** The same assessment as the server would return it. `clientId`: the client it belongs to. */
export const asAssessment = (
	{ id, title, subject, saidAt }: AssessmentRequest,
	template: Template,
	clientId: ClientId,
	me: Me,
): AssessmentDetail => ({
	id,
	clientId,
	title,
	subject,
	templateId: template.id,
	templateVersion: template.version,
	templateTitle: template.title,
	templateKind: template.kind,
	state: "draft",
	stateReason: "",
	startedAt: saidAt,
	startedBy: me,
	changedAt: saidAt,
	answered: 0,
	asked: 0,
	missing: 0,
	differing: 0,
	gaps: 0,
	revision: 1,
	template,
	words: [],
	signOffs: [],
});

/** An answer given here, as a word. */
export const asWord = ({ id, questionId, answer, after, saidAt }: AnswerRequest, me: Me): AnswerWord => ({
	id,
	questionId,
	answer,
	after,
	by: me,
	saidAt,
	receivedAt: null,
});

/** Words about an assessment from this device, in the order they were said. Refused ones do not count. */
function saidOnDevice(entries: readonly Entry[], assessmentId: string): Entry[] {
	return entries.filter(({ status, request }) => {
		if (status === "rejected") return false;
		const isOfIt = request.kind === "answer" || request.kind === "assessment-state" || request.kind === "sign-off";
		return isOfIt && (request.body as { assessmentId: string }).assessmentId === assessmentId;
	});
}

/** All words about an assessment: first the server's, then those only this device has. */
export function wordsShown(
	{ id, words }: Pick<AssessmentDetail, "id" | "words">,
	entries: readonly Entry[],
	me: Me,
): readonly AnswerWord[] {
	return withWords(words, answersIn(saidOnDevice(entries, id), me));
}

const answersIn = (here: readonly Entry[], me: Me): AnswerWord[] =>
	here.flatMap(({ request }) => (request.kind === "answer" ? asWord(request.body as AnswerRequest, me) : []));

/** Removes duplicate words. */
function withWords(words: readonly AnswerWord[], more: readonly AnswerWord[]): readonly AnswerWord[] {
	const known = new Set<string>(words.map((word) => word.id));
	return [...words, ...more.filter(({ id }) => !known.has(id))];
}

type SignOff = AssessmentDetail["signOffs"][number];
type Moving = Pick<AssessmentDetail, "state" | "stateReason" | "revision" | "signOffs">;

/** A later change voids a signature. */
const voided = (signOffs: readonly SignOff[], at: string): SignOff[] =>
	signOffs.map((one) => (one.voidedAt === null ? { ...one, voidedAt: at } : one));

const answered = (now: Moving, saidAt: string): Moving => ({
	state: afterAnswer(now.state) ?? now.state,
	stateReason: "",
	revision: now.signOffs.some(({ voidedAt }) => voidedAt === null) ? now.revision + 1 : now.revision,
	signOffs: voided(now.signOffs, saidAt),
});

function signed(now: Moving, { assessmentId: _, covers: __, ...body }: SignOffRequest, by: Me): Moving {
	const { place = null, ...rest } = body;
	const state: AssessmentState = afterSigning(now.state) ?? now.state;
	const one: SignOff = { ...rest, place, revision: now.revision, by, voidedAt: null };
	return { ...now, state, stateReason: "", signOffs: [one, ...now.signOffs] };
}

/** State, revision and signatures after the words said `here` since then. `readAt`: when the detail was read, in milliseconds. */
function moved(read: AssessmentDetail, here: readonly Entry[], readAt: number, me: Me): Moving {
	const known = new Set<string>([...read.words, ...read.signOffs].map(({ id }) => id));
	const isAhead = (entry: Entry) => isWaiting(entry) || (entry.status === "accepted" && entry.at > readAt);
	let now: Moving = read;
	for (const entry of here) {
		const { request } = entry;
		if (request.kind === "answer" && !known.has(request.body.id)) now = answered(now, request.body.saidAt);
		if (request.kind === "sign-off" && !known.has(request.body.id))
			now = signed(now, request.body as SignOffRequest, me);
		if (request.kind === "assessment-state" && isAhead(entry)) {
			now = { ...now, state: request.body.state, stateReason: request.body.reason };
		}
	}
	return now;
}

export type ShownAssessment = ReturnType<typeof assessmentShown>;

/**
 * An assessment as read at `readAt` (milliseconds), plus the words said here since. `fresh`: words saved a moment ago that may not be among
 * the entries yet.
 */
export function assessmentShown(
	read: AssessmentDetail,
	entries: readonly Entry[],
	readAt: number,
	me: Me,
	fresh: readonly AnswerWord[] = [],
) {
	const here = saidOnDevice(entries, read.id);
	const words = withWords(withWords(read.words, answersIn(here, me)), fresh);
	const standings = standingsOf(words);
	const questions = askedOf(read.template, standings);
	const progress = progressOf(questions, standings);
	const { state, stateReason, revision, signOffs } = moved(read, here, readAt, me);
	return {
		...read,
		state,
		stateReason,
		revision,
		signOffs,
		words,
		standings,
		/** The questions that apply now, in order. */
		questions,
		progress,
		answered: progress.answered,
		asked: progress.asked,
		missing: progress.missing.length,
		gaps: progress.gaps.length,
		differing: progress.missing.filter(({ why }) => why === "pick").length,
		/** What this device has not sent yet. */
		waiting: here.filter(isWaiting).length,
	};
}

/** Words about a question that were said here and refused. */
export const refusedAnswers = (entries: readonly Entry[], assessmentId: string, questionId: string): Entry[] =>
	entries.filter(
		({ status, request }) =>
			status === "rejected" &&
			request.kind === "answer" &&
			request.body.assessmentId === assessmentId &&
			request.body.questionId === questionId,
	);

/** What this device has not sent yet about an assessment, including its creation. */
export const waitingOf = (entries: readonly Entry[], assessmentId: string): EntryId[] =>
	[
		...waitingAssessments(entries).flatMap(({ entry, body }) => (body.id === assessmentId ? entry : [])),
		...saidOnDevice(entries, assessmentId).filter(isWaiting),
	].map(({ id }) => id);
