import type { EntryId } from "#contract/ids.ts";
import { type Entry, leaseHolds, transition } from "./entry.ts";
import type { OutboxRequest } from "./kinds.ts";
import { createEntry } from "./record.ts";

/** What may be changed of an entry. Left out: stays as it is; null: there is none any more. */
export type EntryChanges = {
	request?: OutboxRequest;
	client?: string | null;
	note?: string | null;
	startAt?: number | null;
	notAfter?: number | null;
};

type Extras = Pick<Entry, "client" | "note" | "startAt" | "notAfter">;

function extrasOf(entry: Entry, changes: EntryChanges): Extras {
	const chosen = <K extends keyof Extras>(key: K) => {
		const value = changes[key] === undefined ? entry[key] : changes[key];
		return value === null || value === undefined || value === "" ? {} : { [key]: value };
	};
	return { ...chosen("client"), ...chosen("note"), ...chosen("startAt"), ...chosen("notAfter") };
}

/**
 * An entry as a person has changed it; null where it cannot be: it is being sent, or has been. A key stands for one body for
 * good: with another one it goes on as a new request, under `freshId`. Also where nothing says that it was tried: with a full
 * disk another tab may be sending it without a mark, and would settle the old body over the new one.
 */
export function edited(entry: Entry, changes: EntryChanges, freshId: EntryId, now: number): Entry | null {
	if (entry.status === "accepted" || leaseHolds(entry, now)) return null;
	const request = changes.request ?? entry.request;
	const isOther = JSON.stringify(request) !== JSON.stringify(entry.request);
	const extras = extrasOf(entry, changes);
	if (entry.status === "rejected" || isOther) {
		const fresh = createEntry({ ...request, ...extras, owner: entry.owner }, freshId, now);
		return fresh.status === "queued" ? { ...fresh, notBefore: now } : fresh;
	}
	const { client: _c, note: _n, startAt: _s, notAfter: _a, ...rest } = entry;
	const next: Entry = { ...rest, ...extras };
	const isAsked = changes.startAt !== undefined || changes.notAfter !== undefined;
	// Whoever changed when it is to go has looked at it: what only time has held is not held any more.
	const wasTime = next.status === "held" && (next.reason === "stale" || next.reason === "not-after");
	if (!isAsked || !wasTime) return next;
	const released = transition(next, { type: "hurry", now });
	return extras.startAt === undefined ? released : { ...released, startAt: extras.startAt };
}
