import type { Definition } from "./definition.ts";
import type { Change } from "./deps.ts";
import { type EntryChanges, edited, type Packed, packed } from "./edit.ts";
import { type Entry, type EntryOwner, type HoldReason, isWaiting, leaseHolds } from "./entry.ts";
import { arrived } from "./hand-over/portable.ts";
import { maySee } from "./sender.ts";
import type { Mirror } from "./storage/mirror.ts";
import type { Records } from "./storage/record.ts";
import type { Stored } from "./storage/removal.ts";
import type { Store } from "./storage/store.ts";
import { type EntryEvent, transition } from "./transition.ts";

/** How long a receipt is kept, in milliseconds. */
export const RECEIPT_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

type UpkeepDeps = {
	definition: Definition;
	records: Records;
	store: Store;
	mirror: Pick<Mirror, "read">;
	publish(change: Change): void;
	now(): number;
	nextId(): string;
};

/** What people and sign-ins do with stored entries. Nothing here sends anything. README.md says what each call does. */
export function createUpkeep({ definition, records, store, mirror, publish, now, nextId }: UpkeepDeps) {
	const publishOf = (ids: Iterable<string>, what: Change["what"]) => {
		const all = [...ids];
		if (all.length > 0) publish({ ids: all, what });
	};
	const publishAccount = () => publish({ ids: [], what: "changed" });

	/** Applies an event to entries and returns those it changed. */
	async function move(ids: readonly string[], event: EntryEvent): Promise<Entry[]> {
		if (ids.length === 0) return [];
		const moved = new Set<string>();
		const entries = await store.updateAllForGood(ids, (entry) => {
			const next = transition(entry, event);
			if (next !== entry) moved.add(entry.id);
			return next;
		});
		publishOf(moved, "changed");
		return entries.filter(({ id }) => moved.has(id));
	}

	/** What was discarded here, for the rest of this tab's life or until the account changes. */
	const discarded = new Map<string, Entry>();

	/** Returns what it found, and what it removed with all that hung on it: whether something is under way may have changed in between. */
	async function remove(ids: readonly string[], isMeant: (entry: Entry) => boolean = () => true) {
		const removal = await store.remove(ids, { isMeant: (one) => one.status !== "unreadable" && isMeant(one), isIdle });
		const [found, removed] = [entriesIn(removal.found), entriesIn(removal.removed)];
		for (const entry of removed) if (entry.status !== "accepted") discarded.set(entry.id, entry);
		publishOf(idsIn(removed), "removed");
		publishOf(removal.freed, "changed");
		return { found, removed };
	}

	const entriesIn = (all: readonly Stored[]): Entry[] => all.filter((one) => one.status !== "unreadable");

	/** The entries, and what they come after if it was discarded here too: without it, they would be sent too early. */
	function withLeaders(entries: readonly Entry[]): Entry[] {
		const all = new Map(entries.map((entry) => [entry.id, entry]));
		for (const { after = [] } of all.values())
			for (const id of after) {
				const leader = discarded.get(id);
				if (leader && !all.has(id)) all.set(id, leader);
			}
		return [...all.values()];
	}

	const idsOf = async (test: (entry: Entry) => boolean): Promise<string[]> =>
		(await store.list()).flatMap((entry) => (test(entry) ? entry.id : []));

	const idsIn = (entries: readonly Entry[]) => entries.map(({ id }) => id);

	const isUnclaimed = ({ owner }: Entry) => owner === "unclaimed";
	const isIdle = (entry: Entry) => !leaseHolds(entry, now());

	return {
		async edit(id: string, changes: EntryChanges): Promise<Entry | "under-way" | "gone"> {
			return (await editAll([id], changes)).get(id) ?? "gone";
		},

		editAll,

		/** Null: it changed since, is being sent, or was delivered. */
		async repack(before: Entry, form: Packed): Promise<Entry | null> {
			const isSame = (entry: Entry) => JSON.stringify(entry) === JSON.stringify(before);
			const made = await store.repack(
				before.id,
				(entry) =>
					isSame(entry) && isWaiting(entry) && isIdle(entry)
						? records.stamped(packed(entry, form, definition.labels))
						: null,
				form.files,
			);
			if (made) publishOf([made.id], "changed");
			return made;
		},

		async hurry(ids: readonly string[]): Promise<Entry[]> {
			const hurried = await move(ids, { type: "hurry", now: now() });
			// If we can't end the pause, it soon ends on its own.
			const paused = await store.markedUntil("no-answer", now()).catch(() => 0);
			if (paused > 0) await store.mark("no-answer", { since: now(), until: now() }).catch(() => {});
			return hurried;
		},

		handOver: (ids: readonly string[]): Promise<Entry[]> => move(ids, { type: "hand-over", now: now() }),

		async takeIn(entries: readonly Entry[]): Promise<{ added: number; known: number }> {
			// The file came back to its own device, so the entry didn't go anywhere.
			const arriving = entries.map((entry) => arrived(records.bare(entry), now()));
			const added = await store.addAbsent(arriving, (own) => (isAway(own) ? hurried(own) : own));
			publishOf(idsIn(entries), "added");
			return { added: added.length, known: entries.length - added.length };
		},

		async restore(entries: readonly Entry[]): Promise<Entry[]> {
			const wanted = withLeaders(entries);
			const back = await store.bringBack(wanted);
			for (const { id } of wanted) discarded.delete(id);
			publishOf(idsIn(back), "added");
			return back;
		},

		async discard(id: string): Promise<Entry[] | "under-way" | "gone"> {
			const { found, removed } = await remove([id]);
			if (found.length === 0) return "gone";
			return removed.length > 0 ? removed : "under-way";
		},

		async discardAll(ids: readonly string[]): Promise<Entry[]> {
			return (await remove(ids)).removed;
		},

		/** One try: delivered entries stay, and those in `underWay` are still being sent. */
		async discardUndelivered(ids: readonly string[]): Promise<{ removed: Entry[]; underWay: string[] }> {
			const { found, removed } = await remove(ids, ({ status }) => status !== "accepted");
			const gone = new Set(idsIn(removed));
			return {
				removed,
				underWay: idsIn(found.filter(({ id, status }) => status !== "accepted" && !gone.has(id))),
			};
		},

		async discardUnreadable(ids: readonly string[]): Promise<void> {
			const { removed } = await store.remove(ids, { isMeant: ({ status }) => status === "unreadable", isIdle });
			publishOf(
				removed.map(({ id }) => id),
				"removed",
			);
		},

		async dismiss(id: string): Promise<void> {
			await remove([id], (entry) => entry.status === "accepted");
		},

		async adoptUnclaimed(owner: string): Promise<number> {
			return (await move(await idsOf(isUnclaimed), { type: "adopt", now: now(), owner })).length;
		},

		async discardUnclaimed(): Promise<number> {
			return (await remove(await idsOf(isUnclaimed), isUnclaimed)).removed.length;
		},

		async releaseHeld(owner: EntryOwner, reason: HoldReason): Promise<number> {
			const isMeant = (entry: Entry) => entry.owner === owner && entry.status === "held" && entry.reason === reason;
			return (await move(await idsOf(isMeant), { type: "release", now: now() })).length;
		},

		async releaseWhere(isSolved: (entry: Entry) => boolean): Promise<number> {
			const isMeant = (entry: Entry) => entry.status === "held" && isSolved(entry);
			return (await move(await idsOf(isMeant), { type: "release", now: now() })).length;
		},

		async setSignedOut(signedOut: boolean): Promise<void> {
			discarded.clear();
			await store.changeSender({ signedOut });
			publishAccount();
		},

		async setAccount(account: string | null): Promise<void> {
			if ((await store.sender()).account === account) return;
			discarded.clear();
			await store.changeSender({ account });
			publishAccount();
		},

		async prune(): Promise<void> {
			const isOld = (entry: Entry) => entry.status === "accepted" && now() - entry.at > RECEIPT_KEPT_MS;
			const old = await idsOf(isOld);
			if (old.length > 0) await remove(old, isOld);
		},

		async count(): Promise<number> {
			const { account, signedOut } = await store.sender();
			const seen = signedOut ? null : (account ?? null);
			const counts = (entry: Entry) => isWaiting(entry) || entry.status === "rejected";
			const { entries } = await mirror.read();
			return entries.filter((entry) => counts(entry) && maySee(entry.owner, seen)).length;
		},
	};

	/** The new state of each entry that exists. */
	async function editAll(
		ids: readonly string[],
		changes: EntryChanges,
	): Promise<ReadonlyMap<string, Entry | "under-way">> {
		const results = new Map<string, Entry | "under-way">();
		const followers = await store.replaceAll(ids, (entry) => {
			const made = edited(entry, changes, nextId(), now(), { ...records, definition });
			const after = made && records.stamped(made);
			results.set(entry.id, after ?? "under-way");
			return after;
		});
		const touched = [...results].flatMap(([id, after]) => (after === "under-way" ? [] : [id, after.id]));
		publishOf(new Set([...touched, ...followers]), "changed");
		return results;
	}

	function isAway(entry: Entry): boolean {
		return entry.status === "held" && entry.reason === "handed-over";
	}
	function hurried(entry: Entry): Entry {
		return transition(entry, { type: "hurry", now: now() });
	}
}
