import type { AccountId, EntryId, Owner } from "#contract/ids.ts";
import { type EntryChanges, edited } from "./edit.ts";
import { type Entry, type EntryEvent, type HoldReason, isWaiting, leaseHolds, transition } from "./entry.ts";
import { maySee } from "./sender.ts";
import type { Store } from "./store.ts";
import type { Change } from "./world.ts";

/** How long a receipt is kept, in milliseconds. */
export const RECEIPT_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

type UpkeepWorld = { store: Store; tell(change: Change): void; now(): number; nextId(): EntryId };

/** What a person, or a sign-in, does with what is stored: nothing here sends. README.md says what each call does. */
export function createUpkeep({ store, tell, now, nextId }: UpkeepWorld) {
	const tellAll = () => tell({ id: null, what: "changed" });

	/** Applies an event to entries; gives those it moved. */
	async function move(ids: readonly EntryId[], event: EntryEvent): Promise<Entry[]> {
		if (ids.length === 0) return [];
		const moved = new Set<EntryId>();
		const entries = await store.updateAllForGood(ids, (entry) => {
			const next = transition(entry, event);
			if (next !== entry) moved.add(entry.id);
			return next;
		});
		if (moved.size > 0) tellAll();
		return entries.filter(({ id }) => moved.has(id));
	}

	async function remove(ids: readonly EntryId[], test: (entry: Entry) => boolean): Promise<Entry[]> {
		const removed = (await store.removeIf(ids, test)).filter(test);
		if (removed.length > 0) tellAll();
		return removed;
	}

	const idsOf = async (test: (entry: Entry) => boolean): Promise<EntryId[]> =>
		(await store.list()).flatMap((entry) => (test(entry) ? entry.id : []));

	const isUnclaimed = ({ owner }: Entry) => owner === "unclaimed";
	const isIdle = (entry: Entry) => !leaseHolds(entry, now());

	return {
		async edit(id: EntryId, changes: EntryChanges): Promise<Entry | "under-way" | "gone"> {
			let after: Entry | null = null;
			const freshId = nextId();
			const found = await store.replace(id, (entry) => {
				after = edited(entry, changes, freshId, now());
				return after;
			});
			if (!found) return "gone";
			if (!after) return "under-way";
			tellAll();
			return after;
		},

		hurry: (ids: readonly EntryId[]): Promise<Entry[]> => move(ids, { type: "hurry", now: now() }),

		handOver: (ids: readonly EntryId[]): Promise<Entry[]> => move(ids, { type: "hand-over", now: now() }),

		async takeIn(entries: readonly Entry[]): Promise<{ added: number; known: number }> {
			let added = 0;
			for (const entry of entries) {
				if (await store.addIfAbsent(entry)) added++;
				// Its own file came back: it was not carried anywhere.
				else await store.updateAllForGood([entry.id], (own) => (isAway(own) ? hurried(own) : own));
			}
			tellAll();
			return { added, known: entries.length - added };
		},

		async discardAll(ids: readonly EntryId[]): Promise<Entry[]> {
			return remove(ids, isIdle);
		},

		async claimUnclaimed(owner: AccountId): Promise<number> {
			return (await move(await idsOf(isUnclaimed), { type: "adopt", now: now(), owner })).length;
		},

		async discardUnclaimed(): Promise<number> {
			return (await remove(await idsOf(isUnclaimed), isUnclaimed)).length;
		},

		async releaseHeld(owner: Owner, reason: HoldReason): Promise<number> {
			const isMeant = (entry: Entry) => entry.owner === owner && entry.status === "held" && entry.reason === reason;
			return (await move(await idsOf(isMeant), { type: "release", now: now() })).length;
		},

		async setSignedOut(signedOut: boolean): Promise<void> {
			await store.changeSender({ signedOut });
			tellAll();
		},

		async setAccount(account: AccountId | null): Promise<void> {
			if ((await store.sender()).account === account) return;
			await store.changeSender({ account });
			tellAll();
		},

		async tidy(): Promise<void> {
			const isOld = (entry: Entry) => entry.status === "accepted" && now() - entry.at > RECEIPT_KEPT_MS;
			const old = await idsOf(isOld);
			if (old.length > 0) await remove(old, isOld);
		},

		async count(): Promise<number> {
			const { account, signedOut } = await store.sender();
			const seen = signedOut ? null : (account ?? null);
			const counts = (entry: Entry) => isWaiting(entry) || entry.status === "rejected";
			return (await store.list()).filter((entry) => counts(entry) && maySee(entry.owner, seen)).length;
		},
	};

	function isAway(entry: Entry): boolean {
		return entry.status === "held" && entry.reason === "handed-over";
	}
	function hurried(entry: Entry): Entry {
		return transition(entry, { type: "hurry", now: now() });
	}
}
