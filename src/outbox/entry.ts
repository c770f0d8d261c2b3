import type { Attachment } from "./files/attachment.ts";
import type { Types } from "./types.ts";

/** The version of a stored record. Code that knows only earlier ones leaves the record alone. See storage/record.ts. */
export type RecordVersion = 2 | 3 | 4;

/** How long a lease lasts, in milliseconds: well over the 20 s an attempt may take. */
export const LEASE_MS = 60_000;

/** `anonymous`: no account requested it. `unclaimed`: saved while no account was known. Never sent; the next sign-in asks whose it is. */
export type EntryOwner<T extends Types = Types> = T["account"] | "anonymous" | "unclaimed";

/** The server's receipt. `key` is the entry's id, null if the server did not name it. */
export type EntryReceipt<T extends Types = Types> = { key: string | null } & T["receipt"];

/** What went wrong in one attempt. */
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
 * - `after`: an entry it comes after is held, refused, or gone. It is released when that entry is sent again.
 * - `file`: one of its files was refused, or is no longer on this device.
 * - `storage`: the server has no room for it or for its files.
 */
export type OwnReason = "sign-in" | "stale" | "not-after" | "handed-over" | "after" | "file" | "storage";
export type HoldReason<T extends Types = Types> = OwnReason | T["reason"];

/** Times are device time in milliseconds since 1970. */
export type EntryState<T extends Types = Types> =
	| { status: "queued"; notBefore: number; lastError?: AttemptError }
	| { status: "sending"; leaseUntil: number; lastError?: AttemptError }
	/** Waits for a person. Has no `error` if only time or another entry made it wait. */
	| { status: "held"; reason: HoldReason<T>; error?: AttemptError }
	/** `receipt` is null if the server didn't send one. */
	| { status: "accepted"; at: number; receipt: EntryReceipt<T> | null }
	| { status: "rejected"; error: AttemptError };

/** An entry without its state. */
export type Envelope<T extends Types = Types> = T["scope"] &
	T["labels"] & {
		/** Version of the stored record, see storage/record.ts. */
		v: RecordVersion;
		/** UUID v7, so that ids sort by age. It is the `Idempotency-Key` of every attempt. */
		id: T["id"];
		request: T["request"];
		owner: EntryOwner<T>;
		createdAt: number;
		/** Attempts started. Also distinguishes a lease from a later one. */
		attempts: number;
		/** When a person last chose "Send anyway": age counts from here. */
		confirmedAt?: number;
		/** The user's own limits: not sent automatically before `startAt`, and not after `notAfter` without asking. */
		startAt?: number;
		notAfter?: number;
		/** When it was written to a file for another device, which may have sent it since. */
		handedOverAt?: number;
		/** The entries that must be accepted before this one is sent. They are removed from the list once accepted. Never empty. */
		after?: readonly T["id"][];
		/** Files the server must have before this is sent. Never empty. */
		attachments?: readonly Attachment[];
	};

export type Entry<T extends Types = Types> = Envelope<T> & EntryState<T>;

/** Whether it still has to be sent. The navigation shows this count. */
export function isWaiting({ status }: Pick<Entry, "status">): boolean {
	return status === "queued" || status === "sending" || status === "held";
}

/** Whether a sender may still be active, judging by the record alone. A lease that ends too far in the future is from before the clock was set back. */
export function leaseHolds(entry: Entry, now: number): boolean {
	return entry.status === "sending" && now < entry.leaseUntil && entry.leaseUntil <= now + LEASE_MS;
}

/** Whether it is waiting and nothing is sending it, judging by the record alone: its sender may have died holding the lease. */
export const isUnleased = (entry: Entry, now: number): boolean =>
	entry.status === "queued" || (entry.status === "sending" && !leaseHolds(entry, now));

/** What a proxy answers while our server is away. Our server's own errors have a code. */
const AWAY = [502, 503, 504];

/** Whether it waits because our server did not answer: nothing did, or something in front of it. */
export function wasUnanswered(entry: Entry): boolean {
	if (entry.status !== "queued" || !entry.lastError) return false;
	const { status, code } = entry.lastError;
	return status === null || (code === null && AWAY.includes(status));
}

/**
 * When it may be sent automatically, unless it comes after others; null if it needs a person. If it has been waiting since a time in the
 * future, the clock was set back, so it is due immediately.
 */
export function dueAt(entry: Entry, now: number): number | null {
	if (entry.status === "sending") return leaseHolds(entry, now) ? entry.leaseUntil : now;
	if (entry.status !== "queued") return null;
	const waitingSince = entry.lastError?.at ?? entry.createdAt;
	return Math.max(entry.startAt ?? 0, now < waitingSince ? now : entry.notBefore);
}

type AnyState = { [K in "notBefore" | "leaseUntil" | "lastError" | "reason" | "error" | "at" | "receipt"]?: unknown };

/** The entry without its state. */
export function envelopeOf(entry: Entry): Envelope {
	const {
		status: _status,
		notBefore: _notBefore,
		leaseUntil: _leaseUntil,
		lastError: _lastError,
		reason: _reason,
		error: _error,
		at: _at,
		receipt: _receipt,
		...envelope
	}: Envelope & AnyState & Pick<Entry, "status"> = entry;
	return envelope;
}
