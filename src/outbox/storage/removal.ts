import type { Entry } from "../entry.ts";
import { namedIn, noteUnnamed } from "../files/file-store.ts";
import { hangingOn, heldBy } from "../order/hanging.ts";
import { FREE } from "../order/order.ts";
import { transition } from "../transition.ts";
import type { Unreadable } from "./record.ts";
import { AFTER } from "./schema.ts";

export type Stored = Entry | Unreadable;

/** What this code makes of a stored value; undefined if nothing is stored, or no entry. */
type Read = (id: string, value: unknown) => Stored | undefined;

type RemovalDeps = {
	read: Read;
	/** Which of the named ones to remove. What hangs on them goes with them, whatever it is. */
	isMeant(stored: Stored): boolean;
	isIdle(entry: Entry): boolean;
	now(): number;
};

/** `found`: the named ones that exist. `removed`: they and what hangs on them, oldest first. `freed`: ids of entries that no longer come after an accepted one. */
export type Removal = { found: Stored[]; removed: Stored[]; freed: string[] };

/** Calls `use` with the named records that exist and everything that hangs on them, read in the transaction of `records`. */
function withHanging(
	records: IDBObjectStore,
	ids: readonly string[],
	read: Read,
	use: (all: Map<string, Stored>) => void,
): void {
	const all = new Map<string, Stored>();
	let left = 0;
	const reading = <R>(request: IDBRequest<R>, take: (result: R) => void) => {
		left++;
		request.onsuccess = () => {
			take(request.result);
			left--;
			if (left === 0) use(all);
		};
	};
	function add(id: string, value: unknown): void {
		const stored = all.has(id) ? undefined : read(id, value);
		if (!stored) return;
		all.set(id, stored);
		if (stored.status === "accepted") return;
		reading(records.index(AFTER).getAll(id), (followers: { id: unknown }[]) => {
			for (const one of followers) add(String(one.id), one);
		});
	}
	for (const id of new Set(ids)) reading(records.get(id), (value) => add(id, value));
	if (left === 0) use(all);
}

/**
 * Makes entries that come after one id come after another instead; if that is null, just removes the id. One id at a time: two cursors
 * would both read an entry that comes after both, and the second would undo what the first wrote.
 */
export function moveFollowers(
	records: IDBObjectStore,
	moves: ReadonlyMap<string, string | null>,
	moved: (id: string) => void,
): void {
	const left = moves.entries();
	function next(): void {
		const { value: move } = left.next();
		if (!move) return;
		const [from, to] = move;
		const walking = records.index(AFTER).openCursor(from);
		walking.onsuccess = () => {
			const cursor = walking.result;
			if (!cursor) return next();
			const { after, ...rest }: { after: string[] } = cursor.value;
			const open = after.flatMap((id) => (id === from ? (to ?? []) : id));
			cursor.update(open.length > 0 ? { ...rest, after: open } : rest);
			moved(String(cursor.primaryKey));
			cursor.continue();
		};
	}
	next();
}

/**
 * Removes records together with what hangs on them, in the transaction of `records`. A named one stays, with everything that hangs on it,
 * while it or one of those is under way.
 */
export function removeTogether(
	records: IDBObjectStore,
	ids: readonly string[],
	{ read, isMeant, isIdle, now }: RemovalDeps,
): Removal {
	const removal: Removal = { found: [], removed: [], freed: [] };
	withHanging(records, ids, read, (known) => {
		const all = [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
		const held = heldBy(all, (one) => one.status !== "unreadable" && !isIdle(one));
		removal.found = ids.flatMap((id) => known.get(id) ?? []);
		const chosen = new Set(removal.found.flatMap((one) => (isMeant(one) && !held.has(one.id) ? one.id : [])));
		const hanging = new Set(hangingOn(chosen, all).map(({ id }) => id));
		removal.removed = all.filter(({ id }) => chosen.has(id) || hanging.has(id));
		for (const { id } of removal.removed) records.delete(id);
		const delivered = removal.removed.filter(({ status }) => status === "accepted");
		moveFollowers(records, new Map(delivered.map(({ id }) => [id, null])), (id) => removal.freed.push(id));
		noteUnnamed(records, new Set(removal.removed.flatMap(namedIn)), now());
	});
	return removal;
}

type BackDeps = { stamped(entry: Entry): Entry; now(): number };

/**
 * Writes removed records back as they were, in the transaction of `records`; a record that exists stays. What they came after may be gone
 * by now, such as with its receipt: they no longer wait for that, or they would forever. Returns what it writes.
 */
export function bringBack(records: IDBObjectStore, entries: readonly Entry[], { stamped, now }: BackDeps): Entry[] {
	const added: Entry[] = [];
	const ids = new Set(entries.flatMap(({ id, after = [] }) => [id, ...after]));
	const there = new Set<string>();
	let left = ids.size;
	for (const id of ids) {
		const counting = records.count(id);
		counting.onsuccess = () => {
			if (counting.result > 0) there.add(id);
			left--;
			if (left > 0) return;
			const absent = entries.filter(({ id }) => !there.has(id));
			for (const { id } of absent) there.add(id);
			for (const entry of absent) added.push(stamped(withoutGone(entry, there, now())));
			for (const entry of added) records.add(entry, entry.id);
		};
	}
	return added;
}

function withoutGone(entry: Entry, there: ReadonlySet<string>, now: number): Entry {
	const { after, ...rest } = entry;
	const open = after?.filter((id) => there.has(id));
	if (open?.length === after?.length) return entry;
	return open?.length ? { ...rest, after: open } : transition(rest as Entry, { type: "order", now, order: FREE });
}
