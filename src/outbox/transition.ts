import {
	type AttemptError,
	dueAt,
	type Entry,
	type EntryOwner,
	type EntryReceipt,
	type Envelope,
	envelopeOf,
	type HoldReason,
	isUnleased,
	isWaiting,
	LEASE_MS,
	leaseHolds,
	type OwnReason,
	wasUnanswered,
} from "./entry.ts";
import type { Order } from "./order/order.ts";
import { ANYONE, maySend, type Sender } from "./sender.ts";
import type { Types } from "./types.ts";

/** What an answer, or no answer, means for its entry. `pauseUntil` is for the whole outbox. */
export type Verdict<T extends Types = Types> =
	| { outcome: "delivered"; receipt: EntryReceipt<T> | null }
	| { outcome: "retry"; notBefore: number; error: AttemptError; pauseUntil?: number }
	| { outcome: "hold"; reason: HoldReason<T>; error: AttemptError }
	| { outcome: "reject"; error: AttemptError };

/** Reasons to lease an entry earlier than its record says. */
export type LeaseOptions = {
	/** A person asked for it: ignore back-off, age and holds. */
	byHand?: boolean;
	/** The context holds the entry's Web Lock, so a sender named in the record is dead. */
	locked?: boolean;
	/** The network came back, or a person did: ignore a back-off after no answer. */
	reconnected?: boolean;
};

/** What a lease depends on besides the entry. */
type LeaseTerms = {
	/** The account this device currently acts for. */
	sender?: Sender;
	/** The age at which its kind asks first; null if it never does. */
	staleAfterMs?: number | null;
	/** If omitted, it comes after nothing. */
	order?: Order;
};

export type EntryEvent<T extends Types = Types> =
	| ({ type: "lease"; now: number } & LeaseOptions & LeaseTerms)
	/** `attempt` is the `attempts` of the lease it answers. */
	| { type: "answer"; now: number; attempt: number; verdict: Verdict<T> }
	/** The server didn't process it, such as one that doesn't support batches: due again immediately. `attempt` as above. */
	| { type: "unsent"; now: number; attempt: number }
	| { type: "release"; now: number }
	/** A person wants it sent, or has reviewed it: due now. */
	| { type: "hurry"; now: number }
	/** The person who signed in confirmed that it is theirs. */
	| { type: "adopt"; now: number; owner: EntryOwner<T> }
	/** The entries it comes after have changed. */
	| { type: "order"; now: number; order: Order }
	/** One of its files can't continue for now, or at all. */
	| { type: "file"; now: number; verdict: Verdict<T> & { outcome: "retry" | "hold" } }
	/** It was written to a file for another device. */
	| { type: "hand-over"; now: number };

type LeaseEvent = EntryEvent & { type: "lease" };

const isEarly = ({ startAt }: Envelope, now: number) => startAt !== undefined && now < startAt;

function mayLease(entry: Entry, { now, byHand, locked, reconnected }: LeaseEvent): boolean {
	switch (entry.status) {
		case "queued":
			if (byHand || (dueAt(entry, now) ?? now) <= now) return true;
			return reconnected === true && wasUnanswered(entry) && !isEarly(entry, now);
		case "sending":
			return locked || !leaseHolds(entry, now);
		case "held":
			return byHand === true;
		case "accepted":
		case "rejected":
			return false;
		default:
			return entry satisfies never;
	}
}

function windowClosed(entry: Entry, { now, staleAfterMs = null }: LeaseEvent): OwnReason | null {
	if (entry.notAfter !== undefined && now > entry.notAfter) return "not-after";
	const since = Math.max(entry.confirmedAt ?? entry.createdAt, entry.startAt ?? 0);
	return staleAfterMs !== null && now - since > staleAfterMs ? "stale" : null;
}

/** A person confirmed it: its age counts from now, and limits that would stop it are removed. */
function confirmed(entry: Entry, now: number): Envelope {
	const { notAfter, startAt: _, ...kept } = envelopeOf(entry);
	return { ...kept, confirmedAt: now, ...(notAfter !== undefined && notAfter >= now ? { notAfter } : {}) };
}

const lastErrorOf = (entry: Entry) => {
	const error = "lastError" in entry ? entry.lastError : "error" in entry ? entry.error : undefined;
	return error ? { lastError: error } : {};
};

/** Held without an answer from the server. Any earlier error is kept. */
function heldFor(entry: Entry, reason: OwnReason): Entry {
	const { lastError: error } = lastErrorOf(entry);
	return { ...envelopeOf(entry), status: "held", reason, ...(error ? { error } : {}) };
}

function queuedAnew(entry: Entry, now: number): Entry {
	return { ...confirmed(entry, now), status: "queued", notBefore: now, ...lastErrorOf(entry) };
}

function handOver(entry: Entry, now: number): Entry {
	// The bytes of its files would be left behind.
	if (!isWaiting(entry) || leaseHolds(entry, now) || entry.attachments) return entry;
	return { ...heldFor(entry, "handed-over"), handedOverAt: now };
}

/** Whether only what it comes after holds it. What that was may be gone, along with its receipt. */
export const isHeldForOrder = (entry: Entry): boolean => entry.status === "held" && entry.reason === "after";

/** Holds it only while an entry it comes after is held, refused, or gone. */
function ordered(entry: Entry, { now, order }: EntryEvent & { type: "order" }): Entry {
	const isHeld = isHeldForOrder(entry);
	if (!isHeld && entry.status !== "queued") return entry;
	const next = without(entry, order);
	if (order.standing === "stuck") return isHeld ? next : heldFor(next, "after");
	return isHeld ? { ...envelopeOf(next), status: "queued", notBefore: now, ...lastErrorOf(next) } : next;
}

/** The entry with accepted ids removed from its `after`. */
function without(entry: Entry, { open }: Order): Entry {
	if (entry.after === undefined || entry.after.length === open.length) return entry;
	const { after: _, ...rest } = entry;
	return open.length === 0 ? rest : { ...rest, after: open };
}

function lease(entry: Entry, event: LeaseEvent): Entry {
	const { now, byHand, sender, order } = event;
	if (order && order.standing !== "free") return ordered(entry, { type: "order", now, order });
	if (!mayLease(entry, event)) return entry;
	if (!maySend(entry.owner, sender ?? ANYONE))
		return byHand && entry.status !== "held" ? heldFor(entry, "sign-in") : entry;
	const closed = windowClosed(entry, event);
	if (closed && !byHand) return heldFor(entry, closed);
	const { after: _, ...free } = byHand && (closed || isEarly(entry, now)) ? confirmed(entry, now) : envelopeOf(entry);
	return {
		...free,
		attempts: entry.attempts + 1,
		status: "sending",
		leaseUntil: now + LEASE_MS,
		...lastErrorOf(entry),
	};
}

function answer(entry: Entry, { now, attempt, verdict }: EntryEvent & { type: "answer" }): Entry {
	if (verdict.outcome === "delivered") {
		// True no matter which context reports it, and when.
		if (entry.status === "accepted") return entry;
		return { ...envelopeOf(entry), status: "accepted", at: now, receipt: verdict.receipt };
	}
	// A failure counts only for its own lease: another context may have leased the entry since.
	if (entry.status !== "sending" || entry.attempts !== attempt) return entry;
	const { error } = verdict;
	switch (verdict.outcome) {
		case "retry":
			return { ...envelopeOf(entry), status: "queued", notBefore: verdict.notBefore, lastError: error };
		case "hold":
			return { ...envelopeOf(entry), status: "held", reason: verdict.reason, error };
		case "reject":
			return { ...envelopeOf(entry), status: "rejected", error };
		default:
			return verdict satisfies never;
	}
}

function unsent(entry: Entry, { now, attempt }: EntryEvent & { type: "unsent" }): Entry {
	if (entry.status !== "sending" || entry.attempts !== attempt) return entry;
	return { ...envelopeOf(entry), status: "queued", notBefore: now, ...lastErrorOf(entry) };
}

/** Counts as an attempt, for the back-off. */
function fileFailed(entry: Entry, { now, verdict }: EntryEvent & { type: "file" }): Entry {
	if (!isUnleased(entry, now)) return entry;
	const tried = { ...envelopeOf(entry), attempts: entry.attempts + 1 };
	if (verdict.outcome === "hold") return { ...tried, status: "held", reason: verdict.reason, error: verdict.error };
	return { ...tried, status: "queued", notBefore: verdict.notBefore, lastError: verdict.error };
}

/** Whether a held entry needs only a person's confirmation. */
function mayGoOn(entry: Entry): boolean {
	return entry.owner !== "unclaimed" && !isHeldForOrder(entry);
}

/**
 * The life of an entry. An event that doesn't apply returns the same object: another context was faster, so there is nothing to write.
 *
 * ```
 *        enqueue (committed before the screen says so)
 *           │
 *           ▼
 *   ┌──► queued ──lease (for 60 s)────► sending ──delivered──► accepted (receipt kept)
 *   │       ▲  │                         │    ▲
 *   │       └──│───── retry, unsent ─────┤    └─ lease again, when the lease has run out
 *   │          │                         │       or the lock is free
 *   │          │                         ├── hold ──► held(sign-in | a reason of the product)
 *   │          └── lease, too late ─────────────────► held(stale | not-after)
 *   │                                    └── reject ──► rejected
 *   └── release ◄── held ──lease by hand ("send anyway")──► sending
 *
 *   queued ──file, one of its files cannot go on──► queued, held(file | storage | …)
 *   queued ──order, what it comes after is held, rejected or gone──► held(after) ──order, it is not──► queued
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
			return entry.status === "held" && mayGoOn(entry) ? queuedAnew(entry, event.now) : entry;
		case "hurry":
			return (entry.status === "held" || entry.status === "queued") && mayGoOn(entry)
				? queuedAnew(entry, event.now)
				: entry;
		case "adopt":
			return entry.owner === "unclaimed" ? queuedAnew({ ...entry, owner: event.owner }, event.now) : entry;
		case "order":
			return ordered(entry, event);
		case "file":
			return fileFailed(entry, event);
		case "hand-over":
			return handOver(entry, event.now);
		default:
			return event satisfies never;
	}
}
