import { entries, get, getMany, type UseStore } from "idb-keyval";
import type { EntryId } from "#contract/ids.ts";
import { committed } from "./committed.ts";
import type { Entry } from "./entry.ts";
import { isEntryKey, looksLikeEntry, readRecord, type Unreadable, unreadable } from "./record.ts";
import { readSender, type Sender } from "./sender.ts";
import { toStorageError } from "./storage-error.ts";
import { createUseStore } from "./use-store.ts";

/**
 * Temporary settings for all tabs and the worker. Stored beside the entries, whose keys are UUIDs.
 * - `pause`: only a person can send.
 * - `no-batches`: the server takes single requests only.
 * - `no-answer`: no request gets an answer.
 */
type Mark = "pause" | "no-batches" | "no-answer";

/** The key of the `Sender` record, see sender.ts. */
const SENDER = "sender";

/** Milliseconds since 1970. `since` reveals a clock that was set back. */
type Period = { since: number; until: number };

export type Store = ReturnType<typeof createStore>;

/**
 * The records of the outbox. Writes resolve when their transaction has completed; everything here may reject with a
 * StorageError.
 */
export function createStore(indexedDB: IDBFactory | undefined) {
	const use = createUseStore(indexedDB);
	/** For what the screen reports as saved or deleted. */
	const strict = use("strict");
	/** For leases and their outcomes: losing one in a power cut only repeats a request under its own key. */
	const relaxed = use("relaxed");

	/** What could not be written, kept while this tab lives. Even with a full disk, no outcome and no back-off is forgotten. */
	const unwritten = new Map<EntryId, Entry>();

	const marks = new Map<Mark, Period>();

	function newest(stored: Entry | null): Entry | null {
		const own = stored && unwritten.get(stored.id);
		return own && own.attempts >= stored.attempts && stored.status !== "accepted" ? own : stored;
	}

	/** The record under a key; undefined if it is not an entry. */
	function recordOf(key: IDBValidKey, value: unknown): Entry | Unreadable | undefined {
		if (!isEntryKey(key) && !looksLikeEntry(value)) return undefined;
		const id = String(key) as EntryId;
		return newest(readRecord(id, value)) ?? unreadable(id, value);
	}

	const guarded = async <T>(work: Promise<T>): Promise<T> => {
		try {
			return await work;
		} catch (error) {
			throw toStorageError(error);
		}
	};

	/** Reads, changes and writes records in one transaction. `fn` returns the same object to leave the record, null to remove it. */
	async function change(
		ids: readonly EntryId[],
		store: UseStore,
		fn: (entry: Entry, sender: Sender) => Entry | null,
	): Promise<void> {
		const written: EntryId[] = [];
		await store("readwrite", (records) => {
			const done = committed(records.transaction);
			// Its result comes first: a transaction answers its requests in order.
			const sender = records.get(SENDER);
			for (const id of ids) {
				const reading = records.get(id);
				reading.onsuccess = () => {
					const before = newest(readRecord(id, reading.result));
					if (!before) return;
					const after = fn(before, readSender(sender.result));
					if (after === before) return;
					written.push(id);
					if (after === null) records.delete(id);
					else records.put(after, id);
				};
			}
			return done;
		});
		// A record that `fn` left alone may still be unwritten.
		for (const id of written) unwritten.delete(id);
	}

	/** Atomic over all of them. Returns the existing records in their new state, in the order of `ids`. */
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

	/** Oldest first: keys are UUIDs v7, and the database returns records in key order. */
	async function readAll(): Promise<(Entry | Unreadable)[]> {
		const all = await guarded(entries<IDBValidKey, unknown>(relaxed));
		return all.flatMap(([key, value]) => recordOf(key, value) ?? []);
	}

	return {
		/** Writes new records: all of them or none. */
		async addAll(fresh: readonly Entry[]): Promise<void> {
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					for (const entry of fresh) records.add(entry, entry.id);
					return done;
				}),
			);
		},

		/** Atomic. Writes each new record. An existing one with the same id becomes what `fn` returns, or stays if this code cannot read it. Returns the ids it wrote. */
		async addAbsent(arriving: readonly Entry[], fn: (own: Entry) => Entry): Promise<EntryId[]> {
			const added: EntryId[] = [];
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					for (const entry of arriving) {
						const reading = records.get(entry.id);
						reading.onsuccess = () => {
							const own = newest(readRecord(entry.id, reading.result));
							const after = own ? fn(own) : entry;
							if (reading.result === undefined) added.push(entry.id);
							else if (!own || after === own) return;
							records.put(after, entry.id);
						};
					}
					return done;
				}),
			);
			return added;
		},

		updateAll: (ids: readonly EntryId[], fn: (entry: Entry, sender: Sender) => Entry) => updateAll(ids, fn),

		/** The same with strict durability, for what the screen reports as done. */
		updateAllForGood: (ids: readonly EntryId[], fn: (entry: Entry) => Entry) => updateAll(ids, fn, strict),

		/** Atomic. Replaces each record with what `fn` returns, under that record's id; null leaves it. */
		async replaceAll(ids: readonly EntryId[], fn: (entry: Entry) => Entry | null): Promise<void> {
			const written: EntryId[] = [];
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					for (const id of ids) {
						const reading = records.get(id);
						reading.onsuccess = () => {
							const found = newest(readRecord(id, reading.result));
							const after = found && fn(found);
							if (!after) return;
							written.push(id);
							if (after.id !== id) records.delete(id);
							records.put(after, after.id);
						};
					}
					return done;
				}),
			);
			for (const id of written) unwritten.delete(id);
		},

		/** Keeps what could not be written, for this tab only. */
		keepUnwritten(leased: readonly Entry[]): void {
			for (const entry of leased) unwritten.set(entry.id, entry);
		},

		/** Called when another context has written these records. */
		forgetUnwritten(ids: readonly EntryId[]): void {
			for (const id of ids) unwritten.delete(id);
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

		/** Atomic. Returns the record in its new state; undefined if there is none. */
		async update(id: EntryId, fn: (entry: Entry) => Entry): Promise<Entry | undefined> {
			const [entry] = await updateAll([id], fn);
			return entry;
		},

		/** Atomic. Removes the records for which `test` returns true. */
		async removeIf(
			ids: readonly EntryId[],
			test: (entry: Entry) => boolean,
		): Promise<{ found: Entry[]; removed: Entry[] }> {
			const found: Entry[] = [];
			const removed: Entry[] = [];
			await guarded(
				change(ids, strict, (entry) => {
					found.push(entry);
					if (!test(entry)) return entry;
					removed.push(entry);
					return null;
				}),
			);
			return { found, removed };
		},

		/** Atomic. Removes the records among these that this code cannot read; returns their ids. */
		async removeUnreadable(ids: readonly EntryId[]): Promise<EntryId[]> {
			const removed: EntryId[] = [];
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					for (const id of ids) {
						const reading = records.get(id);
						reading.onsuccess = () => {
							if (recordOf(id, reading.result)?.status !== "unreadable") return;
							removed.push(id);
							records.delete(id);
						};
					}
					return done;
				}),
			);
			return removed;
		},

		async get(id: EntryId): Promise<Entry | undefined> {
			return newest(readRecord(id, await guarded(get<unknown>(id, relaxed)))) ?? undefined;
		},

		readAll,

		/** These records; undefined for each one that does not exist. */
		async readSome(ids: readonly EntryId[]): Promise<Map<EntryId, Entry | Unreadable | undefined>> {
			const values = await guarded(getMany<unknown>([...ids], relaxed));
			return new Map(
				ids.map((id, index) => [id, values[index] === undefined ? undefined : recordOf(id, values[index])]),
			);
		},

		/** The records this code can read, oldest first. */
		async list(): Promise<Entry[]> {
			return (await readAll()).filter((record) => record.status !== "unreadable");
		},

		/** Until when a mark holds; 0 if it does not hold now. */
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
