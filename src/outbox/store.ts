import { get, type UseStore, values } from "idb-keyval";
import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "./entry.ts";
import { readRecord } from "./record.ts";
import { toStorageError } from "./storage-error.ts";
import { createUseStore } from "./use-store.ts";

/**
 * What holds for a while, for all tabs and the worker. Kept beside the entries, whose keys are UUIDs.
 * - `pause`: nothing is sent by itself.
 * - `no-batches`: the server takes single requests only.
 */
type Mark = "pause" | "no-batches";

/** `since` shows a clock that was set back. Milliseconds since 1970. */
type Period = { since: number; until: number };

export type Store = ReturnType<typeof createStore>;

/** idb-keyval's own promise for a transaction also listens to `error`, where the transaction's error is not set yet. */
function committed(transaction: IDBTransaction): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () =>
			reject(transaction.error ?? new DOMException("The transaction was aborted.", "AbortError"));
	});
}

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

	const guarded = async <T>(work: Promise<T>): Promise<T> => {
		try {
			return await work;
		} catch (error) {
			throw toStorageError(error);
		}
	};

	/** Reads, changes and writes records in one transaction. `fn` gives back the same object to leave it, null to remove it. */
	async function change(ids: readonly EntryId[], store: UseStore, fn: (entry: Entry) => Entry | null): Promise<void> {
		await store("readwrite", (records) => {
			const done = committed(records.transaction);
			for (const id of ids) {
				const reading = records.get(id);
				reading.onsuccess = () => {
					const before = readRecord(reading.result);
					const after = before && fn(before);
					if (before && after === null) records.delete(id);
					else if (after !== before) records.put(after, id);
				};
			}
			return done;
		});
	}

	/** Atomic over all of them. Gives the records that are there as they are afterwards, in the order of their ids. */
	async function updateAll(ids: readonly EntryId[], fn: (entry: Entry) => Entry): Promise<Entry[]> {
		const result: Entry[] = [];
		await guarded(
			change(ids, relaxed, (entry) => {
				const after = fn(entry);
				result.push(after);
				return after;
			}),
		);
		return result;
	}

	return {
		/** Writes a new record. */
		async add(entry: Entry): Promise<void> {
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					records.add(entry, entry.id);
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

		updateAll,

		/** Atomic. Gives the record as it is afterwards, undefined where there is none. */
		async update(id: EntryId, fn: (entry: Entry) => Entry): Promise<Entry | undefined> {
			const [entry] = await updateAll([id], fn);
			return entry;
		},

		/** Atomic. Removes the record if `test` says so; gives the record it found. */
		async removeIf(id: EntryId, test: (entry: Entry) => boolean): Promise<Entry | undefined> {
			let found: Entry | undefined;
			await guarded(
				change([id], strict, (entry) => {
					found = entry;
					return test(entry) ? null : entry;
				}),
			);
			return found;
		},

		async get(id: EntryId): Promise<Entry | undefined> {
			return readRecord(await guarded(get<unknown>(id, relaxed))) ?? undefined;
		},

		/** Oldest first: keys are UUIDs v7, and the database gives its records in the order of their keys. */
		async list(): Promise<Entry[]> {
			const records = await guarded(values<unknown>(relaxed));
			return records.flatMap((record) => readRecord(record) ?? []);
		},

		/** Until when something holds; 0 when it does not. */
		async markedUntil(mark: Mark, now: number): Promise<number> {
			const period = await guarded(get<Period>(mark, relaxed));
			return period && period.since <= now && now < period.until ? period.until : 0;
		},

		async mark(mark: Mark, period: Period): Promise<void> {
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
