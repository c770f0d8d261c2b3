import type { Definition } from "./definition.ts";
import { type Entry, leaseHolds } from "./entry.ts";
import type { NewEntry, Records } from "./storage/record.ts";
import { transition } from "./transition.ts";
import type { Types } from "./types.ts";

type Limits = { startAt?: number; notAfter?: number };

/** What a person may change. Omitted fields stay as they are; null removes them. */
export type EntryChanges<T extends Types = Types> = {
	request?: T["request"];
	/** The account of the person who changes it. An anonymous request that becomes a new one belongs to that account. */
	account?: T["account"];
} & { [K in keyof (T["labels"] & Limits)]?: (T["labels"] & Limits)[K] | null };

/** Another form of a request that the server takes for the same one: how it is sent, with which files, and until when. */
export type Packed<T extends Types = Types> = T["request"] & Pick<NewEntry<T>, "notAfter" | "attachments" | "files">;

/** The entry in another form, without labels. Its key, its age, its order and its state stay. */
export function packed(entry: Entry, { kind, body, notAfter, attachments }: Packed, labels: readonly string[]): Entry {
	const gone = [...labels, "notAfter", "attachments"];
	const kept = Object.fromEntries(Object.entries(entry).filter(([name]) => !gone.includes(name))) as Entry;
	return {
		...kept,
		request: { kind, body },
		...(notAfter !== undefined && { notAfter }),
		...(attachments && { attachments }),
	};
}

type EditDeps = Pick<Records, "createEntry"> & { definition: Pick<Definition, "labels" | "scope" | "isFixed"> };

const LIMITS = ["startAt", "notAfter"];

/**
 * An entry with a person's changes; null if it is being sent or was delivered. A key belongs to one body for good, so an entry with
 * a new body becomes a new request under `freshId`. That also applies to an entry without attempts: with a full disk, another tab may
 * be sending it without a stored lease, and would record the outcome of the old body for the new one. Its scope, its files, and what it
 * comes after stay the same.
 */
export function edited(
	entry: Entry,
	changes: EntryChanges,
	freshId: string,
	now: number,
	{ createEntry, definition }: EditDeps,
): Entry | null {
	if (entry.status === "accepted" || leaseHolds(entry, now)) return null;
	const { labels, scope, isFixed } = definition;
	const names = [...labels, ...LIMITS];
	const wanted: Readonly<Record<string, unknown>> = changes;
	const own: Readonly<Record<string, unknown>> = entry;
	const isKept = (name: string) => wanted[name] === undefined || (labels.includes(name) && isFixed(name, entry));
	const extras: Limits = Object.fromEntries(
		names
			.map((name) => [name, isKept(name) ? own[name] : wanted[name]])
			.filter(([, value]) => value !== null && value !== undefined && value !== ""),
	);
	const request = changes.request ?? entry.request;
	const isOther = JSON.stringify(request) !== JSON.stringify(entry.request);
	if (entry.status === "rejected" || isOther) {
		const owner = entry.owner === "anonymous" ? (changes.account ?? entry.owner) : entry.owner;
		const place = Object.fromEntries(scope.map((name) => [name, own[name]]));
		const { after, attachments } = entry;
		const kept = { ...(after && { after }), ...(attachments && { attachments }) };
		const wish: NewEntry = { ...request, ...place, ...extras, owner, ...kept };
		const fresh = createEntry(wish, freshId, now);
		return fresh.status === "queued" ? { ...fresh, notBefore: now } : fresh;
	}
	const rest = Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
	const next = { ...rest, ...extras } as Entry;
	const isAsked = changes.startAt !== undefined || changes.notAfter !== undefined;
	// A person who changes the times has looked at the entry, so any hold caused only by time ends.
	const wasTime = next.status === "held" && (next.reason === "stale" || next.reason === "not-after");
	if (!isAsked || !wasTime) return next;
	const released = transition(next, { type: "hurry", now });
	return extras.startAt === undefined ? released : { ...released, startAt: extras.startAt };
}
