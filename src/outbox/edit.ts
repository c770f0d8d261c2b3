import type { AccountId, EntryId } from "#contract/ids.ts";
import { type Entry, leaseHolds, transition } from "./entry.ts";
import type { OutboxRequest } from "./kinds.ts";
import { createEntry } from "./record.ts";
import { scopeOf } from "./scope.ts";

/** What a person may change. Left out: stays as it is. Null: removed. */
export type EntryChanges = {
	request?: OutboxRequest;
	/** Only for an entry without a `clientId`: another name beside the same client would mislead. */
	client?: string | null;
	note?: string | null;
	startAt?: number | null;
	notAfter?: number | null;
	/** The account of the person who changes it. An anonymous request that becomes a new one is that account's. */
	account?: AccountId;
};

type Extras = Pick<Entry, "client" | "note" | "startAt" | "notAfter">;

function extrasOf(entry: Entry, changes: EntryChanges): Extras {
	const chosen = <K extends keyof Extras>(key: K) => {
		const isKept = changes[key] === undefined || (key === "client" && entry.clientId !== undefined);
		const value = isKept ? entry[key] : changes[key];
		return value === null || value === undefined || value === "" ? {} : { [key]: value };
	};
	return { ...chosen("client"), ...chosen("note"), ...chosen("startAt"), ...chosen("notAfter") };
}

/**
 * An entry with a person's changes; null if it is being sent or was delivered. A key belongs to one body for good, so an entry with
 * a new body becomes a new request under `freshId`. That also holds for an entry without attempts: with a full disk, another tab may
 * be sending it without a stored lease, and would record the outcome of the old body for the new one. Workspace and client stay.
 */
export function edited(entry: Entry, changes: EntryChanges, freshId: EntryId, now: number): Entry | null {
	if (entry.status === "accepted" || leaseHolds(entry, now)) return null;
	const request = changes.request ?? entry.request;
	const isOther = JSON.stringify(request) !== JSON.stringify(entry.request);
	const extras = extrasOf(entry, changes);
	if (entry.status === "rejected" || isOther) {
		const owner = entry.owner === "anonymous" ? (changes.account ?? entry.owner) : entry.owner;
		const fresh = createEntry({ ...request, ...scopeOf(entry), ...extras, owner }, freshId, now);
		return fresh.status === "queued" ? { ...fresh, notBefore: now } : fresh;
	}
	const { client: _c, note: _n, startAt: _s, notAfter: _a, ...rest } = entry;
	const next: Entry = { ...rest, ...extras };
	const isAsked = changes.startAt !== undefined || changes.notAfter !== undefined;
	// A person who changes the times has looked at the entry, so a hold that only time caused ends.
	const wasTime = next.status === "held" && (next.reason === "stale" || next.reason === "not-after");
	if (!isAsked || !wasTime) return next;
	const released = transition(next, { type: "hurry", now });
	return extras.startAt === undefined ? released : { ...released, startAt: extras.startAt };
}
