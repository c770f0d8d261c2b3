import { get, type UseStore, values } from "idb-keyval";
import type { EntryId } from "#contract/ids.ts";
import { committed } from "./committed.ts";
import type { Entry } from "./entry.ts";
import { readRecord } from "./record.ts";
import { readSender, type Sender } from "./sender.ts";
import { toStorageError } from "./storage-error.ts";
import { createUseStore } from "./use-store.ts";

/**
 * What holds for a while, for all tabs and the worker. Kept beside the entries, whose keys are UUIDs.
 * - `pause`: nothing is sent by itself.
 * - `no-batches`: the server takes single requests only.
 */
type Mark = "pause" | "no-batches";

/** Where it stands whom the device acts for, see sender.ts. */
const SENDER = "sender";

/** `since` shows a clock that was set back. Milliseconds since 1970. */
type Period = { since: number; until: number };

export type Store = ReturnType<typeof createStore>;

/**
 * The records of the outbox. Writes resolve when their transaction has completed; everything here may reject with a
 * StorageError.
 */
export function createStore(indexedDB: IDBFactory | undefined) {
	const use = createUseStore(indexedDB);
	/** What a person was told is saved, or gone. */
	const strict = use("strict");
	/** Claims and settlements: one that is lost in a power cut only repeats a request under its own key. */
	const relaxed = use("relaxed");

	/** What could not be written, for as long as this tab lives: a full disk forgets no outcome and no back-off. */
	const unwritten = new Map<EntryId, Entry>();

	const marks = new Map<Mark, Period>();

	function newest(record: unknown): Entry | null {
		const stored = readRecord(record);
		const own = stored && unwritten.get(stored.id);
		return own && own.attempts >= stored.attempts && stored.status !== "accepted" ? own : stored;
	}

	const guarded = async <T>(work: Promise<T>): Promise<T> => {
		try {
			return await work;
		} catch (error) {
			throw toStorageError(error);
		}
	};

	/** Reads, changes and writes records in one transaction. `fn` gives back the same object to leave it, null to remove it. */
	async function change(
		ids: readonly EntryId[],
		store: UseStore,
		fn: (entry: Entry, sender: Sender) => Entry | null,
	): Promise<void> {
		await store("readwrite", (records) => {
			const done = committed(records.transaction);
			// Answered before the others: requests of a transaction are answered in their order.
			const sender = records.get(SENDER);
			for (const id of ids) {
				const reading = records.get(id);
				reading.onsuccess = () => {
					const before = newest(reading.result);
					const after = before && fn(before, readSender(sender.result));
					if (before && after === null) records.delete(id);
					else if (after !== before) records.put(after, id);
				};
			}
			return done;
		});
		for (const id of ids) unwritten.delete(id);
	}

	/** Atomic over all of them. Gives the records that are there as they are afterwards, in the order of their ids. */
	async function updateAll(
		ids: readonly EntryId[],
		fn: (entry: Entry, sender: Sender) => Entry,
		durability: UseStore = relaxed,
	): Promise<Entry[]> {
		const result: Entry[] = [];
		await guarded(
			change(ids, durability, (entry, sender) => {
				const after = fn(entry, sender);
				result.push(after);
				return after;
			}),
		);
		return result;
	}

	return {
		/** Writes new records: all of them or none. */
		async addAll(entries: readonly Entry[]): Promise<void> {
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					for (const entry of entries) records.add(entry, entry.id);
					return done;
				}),
			);
		},

		/** Writes a record unless there is one under its id, also one that this code cannot read. Says whether it did. */
		async addIfAbsent(entry: Entry): Promise<boolean> {
			let written = false;
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					const counting = records.count(entry.id);
					counting.onsuccess = () => {
						written = counting.result === 0;
						if (written) records.put(entry, entry.id);
					};
					return done;
				}),
			);
			return written;
		},

		updateAll: (ids: readonly EntryId[], fn: (entry: Entry, sender: Sender) => Entry) => updateAll(ids, fn),

		/** The same for what a person was told is done. */
		updateAllForGood: (ids: readonly EntryId[], fn: (entry: Entry) => Entry) => updateAll(ids, fn, strict),

		/** Atomic. Puts what `fn` makes of a record in its place, under whatever id that has; null leaves it. Gives the record it found. */
		async replace(id: EntryId, fn: (entry: Entry) => Entry | null): Promise<Entry | undefined> {
			let found: Entry | undefined;
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					const reading = records.get(id);
					reading.onsuccess = () => {
						found = newest(reading.result) ?? undefined;
						const after = found && fn(found);
						if (!after) return;
						if (after.id !== id) records.delete(id);
						records.put(after, after.id);
					};
					return done;
				}),
			);
			unwritten.delete(id);
			return found;
		},

		/** Keeps for this tab alone what could not be written. */
		keepUnwritten(entries: readonly Entry[]): void {
			for (const entry of entries) unwritten.set(entry.id, entry);
		},

		/** Somebody else has written this record. */
		forgetUnwritten(id: EntryId): void {
			unwritten.delete(id);
		},

		async sender(): Promise<Sender> {
			return readSender(await guarded(get<unknown>(SENDER, relaxed)));
		},

		/** Atomic. */
		async changeSender(changes: Partial<Sender>): Promise<void> {
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					const reading = records.get(SENDER);
					reading.onsuccess = () => records.put({ ...readSender(reading.result), ...changes }, SENDER);
					return done;
				}),
			);
		},

		/** Atomic. Gives the record as it is afterwards, undefined where there is none. */
		async update(id: EntryId, fn: (entry: Entry) => Entry): Promise<Entry | undefined> {
			const [entry] = await updateAll([id], fn);
			return entry;
		},

		/** Atomic. Removes the records `test` says so of; gives those it found. */
		async removeIf(ids: readonly EntryId[], test: (entry: Entry) => boolean): Promise<Entry[]> {
			const found: Entry[] = [];
			await guarded(
				change(ids, strict, (entry) => {
					found.push(entry);
					return test(entry) ? null : entry;
				}),
			);
			return found;
		},

		async get(id: EntryId): Promise<Entry | undefined> {
			return newest(await guarded(get<unknown>(id, relaxed))) ?? undefined;
		},

		/** Oldest first: keys are UUIDs v7, and the database gives its records in the order of their keys. */
		async list(): Promise<Entry[]> {
			const records = await guarded(values<unknown>(relaxed));
			return records.flatMap((record) => newest(record) ?? []);
		},

		/** Until when something holds; 0 when it does not. */
		async markedUntil(mark: Mark, now: number): Promise<number> {
			const stored = await guarded(get<Period>(mark, relaxed));
			const untils = [stored, marks.get(mark)].map((period) =>
				period && period.since <= now && now < period.until ? period.until : 0,
			);
			return Math.max(...untils);
		},

		async mark(mark: Mark, period: Period): Promise<void> {
			marks.set(mark, period);
			await guarded(
				relaxed("readwrite", (records) => {
					const done = committed(records.transaction);
					records.put(period, mark);
					return done;
				}),
			);
		},
	};
}
