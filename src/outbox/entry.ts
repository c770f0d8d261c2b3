import { assertNever } from "#contract/assert-never.ts";
import type { EntryId, Owner } from "#contract/ids.ts";
import type { Receipt } from "#contract/scans.ts";
import type { OutboxRequest } from "./kinds.ts";
import { type EntryScope, scopeOf, versionOf } from "./scope.ts";
import { ANYONE, maySend, type Sender } from "./sender.ts";

/** How long a lease lasts, in milliseconds: well over the 20 s an attempt may take. */
export const LEASE_MS = 60_000;
/** Permission for a scan does not last forever: entries older than this ask before they are sent. */
export const STALE_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** `unclaimed`: saved while no account was known. Never sent; the next sign-in asks whose it is. */
export type EntryOwner = Owner | "unclaimed";

/** The server's receipt. Only scans have a `scanId`. */
export type EntryReceipt = Omit<Receipt, "scanId"> & Partial<Pick<Receipt, "scanId">>;

/** What went wrong with one attempt. */
export type AttemptError = {
	/** Device time of the answer, in milliseconds. */
	at: number;
	/** HTTP status, null when no answer came. */
	status: number | null;
	/** The API's stable error code, null when the answer gave none. */
	code: string | null;
	/** The server's message, else the transport's, else empty. Untrusted text. */
	message: string;
	details?: Record<string, unknown>;
};

/**
 * - `workspace`: the account is not a member of its workspace.
 * - `role`: the account's role there does not allow it.
 * - `client`: its client is archived, or unknown in that workspace.
 */
export type HoldReason =
	| "sign-in"
	| "workspace"
	| "role"
	| "client"
	| "ownership"
	| "engine"
	| "stale"
	| "not-after"
	| "handed-over";

/** Times are device time in milliseconds since 1970. */
export type EntryState =
	| { status: "queued"; notBefore: number; lastError?: AttemptError }
	| { status: "sending"; leaseUntil: number; lastError?: AttemptError }
	/** Waits for a person. No `error` if only time made it wait. */
	| { status: "held"; reason: HoldReason; error?: AttemptError }
	/** `receipt` is null if the server sent none. */
	| { status: "accepted"; at: number; receipt: EntryReceipt | null }
	| { status: "rejected"; error: AttemptError };

type Envelope = EntryScope & {
	/** Version of the stored record, see scope.ts. */
	v: 2 | 3;
	/** UUID v7, so that ids sort by age. It is the `Idempotency-Key` of every attempt. */
	id: EntryId;
	request: OutboxRequest;
	owner: EntryOwner;
	createdAt: number;
	/** Attempts started. Also distinguishes a lease from a later one. */
	attempts: number;
	/** When a person last chose "Send anyway": age counts from here. */
	confirmedAt?: number;
	/** The user's own limits: not sent automatically before `startAt`, and not after `notAfter` without asking. */
	startAt?: number;
	notAfter?: number;
	/** When it was written into a file for another device, which may have sent it since. */
	handedOverAt?: number;
	/** The client's name as a person saw or wrote it. Only for showing if there is a `clientId`. */
	client?: string;
	note?: string;
};

export type Entry = Envelope & EntryState;

/** What an answer, or no answer, means for its entry. `pauseUntil` is for the whole outbox. */
export type Verdict =
	| { outcome: "delivered"; receipt: EntryReceipt | null }
	| { outcome: "retry"; notBefore: number; error: AttemptError; pauseUntil?: number }
	| { outcome: "hold"; reason: HoldReason; error: AttemptError }
	| { outcome: "reject"; error: AttemptError };

/** Reasons to lease an entry earlier than its record says. */
export type LeaseOptions = {
	/** A person asked for it: ignore back-off, age and holds. */
	byHand?: boolean;
	/** The context holds the entry's Web Lock, so a sender named in the record is dead. */
	locked?: boolean;
	/** The network came back: ignore a back-off after no answer. */
	reconnected?: boolean;
	/** Which account the device acts for now. */
	sender?: Sender;
};

export type EntryEvent =
	| ({ type: "lease"; now: number } & LeaseOptions)
	/** `attempt` is the `attempts` of the lease it answers. */
	| { type: "answer"; now: number; attempt: number; verdict: Verdict }
	/** The server did not process it, such as one without batches: due again at once. `attempt` as above. */
	| { type: "unsent"; now: number; attempt: number }
	| { type: "release"; now: number }
	/** A person wants it sent, or has reviewed it: due now. */
	| { type: "hurry"; now: number }
	/** The person who signed in confirmed that it is theirs. */
	| { type: "adopt"; now: number; owner: Owner }
	/** It was written into a file for another device. */
	| { type: "hand-over"; now: number };

/** Whether it still has to be sent. The navigation shows this count. */
export function isWaiting(entry: Entry): boolean {
	return entry.status === "queued" || entry.status === "sending" || entry.status === "held";
}

/** Whether a sender may still be active, judging by the record alone. A lease that ends too far in the future is from before the clock was set back. */
export function leaseHolds(entry: Entry, now: number): boolean {
	return entry.status === "sending" && now < entry.leaseUntil && entry.leaseUntil <= now + LEASE_MS;
}

/** When it may be sent automatically; null if it needs a person. If it waits since a time in the future, the clock was set back: due at once. */
export function dueAt(entry: Entry, now: number): number | null {
	if (entry.status === "sending") return leaseHolds(entry, now) ? entry.leaseUntil : now;
	if (entry.status !== "queued") return null;
	const waitingSince = entry.lastError?.at ?? entry.createdAt;
	return Math.max(entry.startAt ?? 0, now < waitingSince ? now : entry.notBefore);
}

const isEarly = ({ startAt }: Envelope, now: number) => startAt !== undefined && now < startAt;

function mayLease(entry: Entry, event: EntryEvent & { type: "lease" }): boolean {
	const { now, byHand, locked, reconnected } = event;
	switch (entry.status) {
		case "queued":
			if (byHand || (dueAt(entry, now) ?? now) <= now) return true;
			return reconnected === true && entry.lastError?.status === null && !isEarly(entry, now);
		case "sending":
			return locked || !leaseHolds(entry, now);
		case "held":
			return byHand === true;
		case "accepted":
		case "rejected":
			return false;
		default:
			return assertNever(entry);
	}
}

function windowClosed(entry: Entry, now: number): HoldReason | null {
	if (entry.notAfter !== undefined && now > entry.notAfter) return "not-after";
	const since = Math.max(entry.confirmedAt ?? entry.createdAt, entry.startAt ?? 0);
	return now - since > STALE_AFTER_MS ? "stale" : null;
}

/** The entry without its state. */
function envelope(entry: Entry): Envelope {
	const { id, request, owner, createdAt, attempts } = entry;
	const { confirmedAt, startAt, notAfter, handedOverAt, client, note } = entry;
	return {
		v: versionOf(entry),
		id,
		request,
		owner,
		...scopeOf(entry),
		createdAt,
		attempts,
		...(confirmedAt === undefined ? {} : { confirmedAt }),
		...(startAt === undefined ? {} : { startAt }),
		...(notAfter === undefined ? {} : { notAfter }),
		...(handedOverAt === undefined ? {} : { handedOverAt }),
		...(client === undefined ? {} : { client }),
		...(note === undefined ? {} : { note }),
	};
}

/** A person confirmed it: its age counts anew, and limits that would stop it are removed. */
function confirmed(entry: Entry, now: number): Envelope {
	const { notAfter, startAt: _, ...kept } = envelope(entry);
	return { ...kept, confirmedAt: now, ...(notAfter !== undefined && notAfter >= now ? { notAfter } : {}) };
}

const lastErrorOf = (entry: Entry) => {
	const error = "lastError" in entry ? entry.lastError : "error" in entry ? entry.error : undefined;
	return error ? { lastError: error } : {};
};

function askToSignIn(entry: Entry): Entry {
	if (entry.status === "held") return entry;
	const { lastError: error } = lastErrorOf(entry);
	return { ...envelope(entry), status: "held", reason: "sign-in", ...(error ? { error } : {}) };
}

function queuedAnew(entry: Entry, now: number): Entry {
	return { ...confirmed(entry, now), status: "queued", notBefore: now, ...lastErrorOf(entry) };
}

function handOver(entry: Entry, now: number): Entry {
	if (!isWaiting(entry) || leaseHolds(entry, now)) return entry;
	const { lastError: error } = lastErrorOf(entry);
	const kept = { ...envelope(entry), handedOverAt: now };
	return { ...kept, status: "held", reason: "handed-over", ...(error ? { error } : {}) };
}

function lease(entry: Entry, event: EntryEvent & { type: "lease" }): Entry {
	if (!mayLease(entry, event)) return entry;
	const { now, byHand, sender } = event;
	if (!maySend(entry.owner, sender ?? ANYONE)) return byHand ? askToSignIn(entry) : entry;
	const closed = byHand ? null : windowClosed(entry, now);
	if (closed) {
		const { lastError } = lastErrorOf(entry);
		return { ...envelope(entry), status: "held", reason: closed, ...(lastError ? { error: lastError } : {}) };
	}
	return {
		...(byHand && (windowClosed(entry, now) || isEarly(entry, now)) ? confirmed(entry, now) : envelope(entry)),
		attempts: entry.attempts + 1,
		status: "sending",
		leaseUntil: now + LEASE_MS,
		...lastErrorOf(entry),
	};
}

function heldFor(entry: Entry, reason: HoldReason, error: AttemptError): Entry {
	return { ...envelope(entry), v: versionOf(entry, reason), status: "held", reason, error };
}

function answer(entry: Entry, { now, attempt, verdict }: EntryEvent & { type: "answer" }): Entry {
	if (verdict.outcome === "delivered") {
		// True no matter which context reports it, and when.
		if (entry.status === "accepted") return entry;
		return { ...envelope(entry), status: "accepted", at: now, receipt: verdict.receipt };
	}
	// A failure counts only for its own lease: another context may have leased the entry since.
	if (entry.status !== "sending" || entry.attempts !== attempt) return entry;
	const { error } = verdict;
	switch (verdict.outcome) {
		case "retry":
			return { ...envelope(entry), status: "queued", notBefore: verdict.notBefore, lastError: error };
		case "hold":
			return heldFor(entry, verdict.reason, error);
		case "reject":
			return { ...envelope(entry), status: "rejected", error };
		default:
			return assertNever(verdict);
	}
}

function unsent(entry: Entry, { now, attempt }: EntryEvent & { type: "unsent" }): Entry {
	if (entry.status !== "sending" || entry.attempts !== attempt) return entry;
	return { ...envelope(entry), status: "queued", notBefore: now, ...lastErrorOf(entry) };
}

/**
 * The life of an entry. An event that does not apply returns the same object: another context was faster, and there is
 * nothing to write.
 *
 * ```
 *        enqueue (committed before the screen says so)
 *           │
 *           ▼
 *   ┌──► queued ──lease (for 60 s)────► sending ──delivered──► accepted (receipt kept)
 *   │       ▲  │                         │    ▲
 *   │       └──│───── retry, unsent ─────┤    └─ lease again, when the lease has run out
 *   │          │                         │       or the lock is free
 *   │          │                         ├── hold ──► held(sign-in | workspace | role | client |
 *   │          │                         │                 ownership | engine)
 *   │          └── lease, too late ─────────────────► held(stale | not-after)
 *   │                                    └── reject ──► rejected
 *   └── release ◄── held ──lease by hand ("send anyway")──► sending
 *
 *   enqueue while no account is known ──► held(sign-in), unclaimed ──adopt──► queued
 *   queued, held ──hand-over (written into a file)──► held(handed-over)
 * ```
 */
export function transition(entry: Entry, event: EntryEvent): Entry {
	switch (event.type) {
		case "lease":
			return lease(entry, event);
		case "answer":
			return answer(entry, event);
		case "unsent":
			return unsent(entry, event);
		case "release":
			return entry.status === "held" && entry.owner !== "unclaimed" ? queuedAnew(entry, event.now) : entry;
		case "hurry":
			return (entry.status === "held" || entry.status === "queued") && entry.owner !== "unclaimed"
				? queuedAnew(entry, event.now)
				: entry;
		case "adopt":
			return entry.owner === "unclaimed" ? queuedAnew({ ...entry, owner: event.owner }, event.now) : entry;
		case "hand-over":
			return handOver(entry, event.now);
		default:
			return assertNever(event);
	}
}
