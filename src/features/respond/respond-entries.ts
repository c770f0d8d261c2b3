import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { Section } from "#contract/assessments/template.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry, NewEntry, Outbox } from "#src/requests/entry.ts";
import { type KeptLink, type Said, unsentOf } from "./kept/kept-link.ts";

/** What this device's outbox has of a link. */
export const entriesOf = (entries: readonly Entry[], id: RespondentId): Entry[] =>
	entries.filter(
		({ request }) =>
			(request.kind === "respond-answer" || request.kind === "respond-part") && request.body.respondentId === id,
	);

/** The ids of the words that are on their way, or got there. Refused ones do not count. */
export const sentWords = (entries: readonly Entry[]): ReadonlySet<string> =>
	new Set(
		entries.flatMap(({ request, status }) =>
			request.kind === "respond-answer" && status !== "rejected" ? request.body.id : [],
		),
	);

/** Whether it is on its way, or goes out with the next pass. */
export const waits = ({ status }: Entry): boolean => status === "queued" || status === "sending";

/** Whether something waits for a new code. */
export const needsCode = (entries: readonly Entry[]): boolean =>
	entries.some((entry) => entry.status === "held" && entry.reason === "code");

/** The state of a section: whether it was sent, and whether it is on its way. */
export type PartStanding =
	| { status: "open" }
	/** `sentAt`: when an earlier state of it was; null: never. */
	| { status: "changed"; answers: number; sentAt: string | null }
	| { status: "waiting" }
	/** Nothing of it goes out until a new code is entered. */
	| { status: "code" }
	| { status: "refused"; why: string }
	| { status: "sent"; sentAt: string };

const isOfSection = ({ request }: Entry, { id, questions }: Section): boolean =>
	request.kind === "respond-part"
		? request.body.section === id
		: request.kind === "respond-answer" && questions.some((one) => one.id === request.body.questionId);

export function partStanding(link: KeptLink, section: Section, entries: readonly Entry[]): PartStanding {
	const own = entries.filter((entry) => isOfSection(entry, section));
	const unsent = unsentOf(link, section.questions, sentWords(entries)).length;
	const sentAt = link.detail.parts.find((part) => part.section === section.id)?.sentAt ?? sentFromDevice(own);
	const refused = own.findLast(({ status }) => status === "rejected");
	if (refused?.status === "rejected" && !own.some(({ createdAt }) => createdAt > refused.createdAt)) {
		return { status: "refused", why: refused.error.message };
	}
	if (unsent > 0) return { status: "changed", answers: unsent, sentAt };
	if (needsCode(own)) return { status: "code" };
	if (own.some(isWaiting)) return { status: "waiting" };
	return sentAt === null ? { status: "open" } : { status: "sent", sentAt };
}

/** When it last arrived, as far as this device knows. */
function sentFromDevice(entries: readonly Entry[]): string | null {
	const last = entries.findLast(({ request, status }) => request.kind === "respond-part" && status === "accepted");
	return last?.status === "accepted" ? new Date(last.at).toISOString() : null;
}

/** A section as requests: its answers that were not sent, and after them that it was sent. */
export function partRequests(link: KeptLink, section: Section, entries: readonly Entry[], now: Date): NewEntry[] {
	const { respondentId } = link.detail;
	const answers = unsentOf(link, section.questions, sentWords(entries)).map(
		(body: Said): NewEntry => ({ kind: "respond-answer", owner: "anonymous", body: { ...body, respondentId } }),
	);
	const before = entries.filter((entry) => isWaiting(entry) && isOfSection(entry, section)).map(({ id }) => id);
	return [
		...answers,
		{
			kind: "respond-part",
			owner: "anonymous",
			body: { respondentId, section: section.id, saidAt: now.toISOString() },
			after: [...answers.keys(), ...before],
		},
	];
}

/** What blocks sending a section again: refused entries, and those after them. */
export const stuckOf = (section: Section, entries: readonly Entry[]): Entry[] =>
	entries.filter(
		(entry) =>
			isOfSection(entry, section) &&
			(entry.status === "rejected" || (entry.status === "held" && entry.reason === "after")),
	);

/** Continues what waited for a new code. */
export const releaseCode = (outbox: Pick<Outbox, "releaseWhere">, id: RespondentId): Promise<number> =>
	outbox.releaseWhere(
		(entry) => entry.status === "held" && entry.reason === "code" && entriesOf([entry], id).length > 0,
	);
