import { entries, get, getMany, type UseStore } from "idb-keyval";
import type { Entry } from "../entry.ts";
import { namedIn, noteUnnamed } from "../files/file-store.ts";
import { FREE, type Order, orderOf } from "../order/order.ts";
import { readSender, SENDER, type Sender } from "../sender.ts";
import { committed } from "./committed.ts";
import type { Begin } from "./connection.ts";
import { isEntryKey, looksLikeEntry, type Records, type Unreadable } from "./record.ts";
import { bringBack, moveFollowers, type Removal, removeTogether, type Stored } from "./removal.ts";
import { ENTRIES, FILES } from "./schema.ts";
import { createSettings } from "./settings.ts";
import { guarded } from "./storage-error.ts";
import { storeIn } from "./store-in.ts";

export type Store = ReturnType<typeof createStore>;

/**
 * The records of the outbox. Writes resolve when their transaction has completed; everything here may reject with a
 * StorageError.
 */
export function createStore(begin: Begin, { readRecord, unreadable, stamped }: Records, now: () => number) {
	const use = storeIn(begin, ENTRIES);
	/** For what the screen reports as saved or deleted. */
	const strict = use("strict");
	/** For leases and their outcomes: losing one in a power cut only repeats a request under its own key. */
	const relaxed = use("relaxed");

	/** What couldn't be written, kept for the life of this tab. Even with a full disk, no outcome or back-off is forgotten. */
	const unwritten = new Map<string, Entry>();

	function newest(stored: Entry | null): Entry | null {
		const own = stored && unwritten.get(stored.id);
		return own && own.attempts >= stored.attempts && stored.status !== "accepted" ? own : stored;
	}

	/** The record under a key; undefined if there is none, or it is not an entry. */
	function recordOf(key: IDBValidKey, value: unknown): Entry | Unreadable | undefined {
		if (value === undefined || (!isEntryKey(key) && !looksLikeEntry(value))) return undefined;
		const id = String(key);
		return newest(readRecord(id, value)) ?? unreadable(id, value);
	}

	/** Passes `use` an entry's order, read in the same transaction. */
	function withOrder(records: IDBObjectStore, entry: Entry, use: (order: Order) => void): void {
		const found = new Map<string, Entry | Unreadable | undefined>();
		const ids = [...new Set(entry.after)];
		if (ids.length === 0) use(FREE);
		for (const id of ids) {
			const reading = records.get(id);
			reading.onsuccess = () => {
				found.set(id, recordOf(id, reading.result));
				if (found.size === ids.length) use(orderOf(entry, (one) => found.get(one)));
			};
		}
	}

	/**
	 * Reads, changes and writes records in one transaction. `fn` returns the same object to leave the record, and one with another id to
	 * move it there. Entries that came after a moved one change accordingly: these are the `followers`. `entries` are the existing
	 * records in their new state, in the order of `ids`.
	 */
	async function change(
		ids: readonly string[],
		store: UseStore,
		fn: (entry: Entry, at: { sender: Sender; order: Order }) => Entry,
	): Promise<{ entries: Entry[]; followers: string[] }> {
		const written: string[] = [];
		const results = new Map<string, Entry>();
		const moving = new Map<string, string>();
		const followers = new Set<string>();
		const unnamed = new Set<string>();
		await store("readwrite", (records) => {
			const done = committed(records.transaction);
			let left = ids.length;
			const settled = () => {
				left--;
				if (left > 0) return;
				// Last, because the followers may be among the records that change.
				moveFollowers(records, moving, (id) => followers.add(id));
				noteUnnamed(records, unnamed, now());
			};
			// Its result comes first: a transaction answers its requests in order.
			const sender = records.get(SENDER);
			for (const id of ids) {
				const reading = records.get(id);
				reading.onsuccess = () => {
					const before = newest(readRecord(id, reading.result));
					if (!before) return settled();
					withOrder(records, before, (order) => {
						const made = fn(before, { sender: readSender(sender.result), order });
						const after = made === before ? made : stamped(made);
						results.set(id, after);
						if (after !== before) {
							const kept = namedIn(after);
							for (const sha256 of namedIn(before)) if (!kept.includes(sha256)) unnamed.add(sha256);
							written.push(id);
							records.put(after, after.id);
							if (after.id !== id) {
								records.delete(id);
								moving.set(id, after.id);
							}
						}
						settled();
					});
				};
			}
			return done;
		});
		// A record that `fn` left unchanged may still be unwritten.
		for (const id of written) unwritten.delete(id);
		return { entries: ids.flatMap((id) => results.get(id) ?? []), followers: [...followers] };
	}

	/** Atomic over all of them. Returns the existing records in their new state, in the order of `ids`. */
	const updateAll = async (ids: readonly string[], fn: Parameters<typeof change>[2], durability = relaxed) =>
		(await guarded(change(ids, durability, fn))).entries;

	/** Oldest first: keys are UUIDs v7, and the database returns records in key order. */
	async function readAll(): Promise<(Entry | Unreadable)[]> {
		const all = await guarded(entries<IDBValidKey, unknown>(relaxed));
		return all.flatMap(([key, value]) => recordOf(key, value) ?? []);
	}

	return {
		/**
		 * Writes new records, and the bytes of their files by hash: all of it or nothing. A record may come after records that exist, or
		 * that come before it in the list. The bytes of a file that is already stored may be omitted.
		 */
		async addAll(fresh: readonly Entry[], files: ReadonlyMap<string, ArrayBuffer> = new Map()): Promise<void> {
			let problem: string | undefined;
			const adding = async () => {
				const attachments = fresh.flatMap((entry) => entry.attachments ?? []);
				const transaction = await begin(attachments.length > 0 ? [ENTRIES, FILES] : ENTRIES, "readwrite", "strict");
				const done = committed(transaction);
				const records = transaction.objectStore(ENTRIES);
				const mustExist = (store: IDBObjectStore, key: string, otherwise: string) => {
					const counting = store.count(key);
					counting.onsuccess = () => {
						if (counting.result > 0 || problem !== undefined) return;
						problem = otherwise;
						transaction.abort();
					};
				};
				try {
					for (const entry of fresh) {
						for (const id of entry.after ?? [])
							mustExist(records, id, `There is no entry ${id} for another one to come after.`);
						records.add(entry, entry.id);
					}
					for (const { sha256, size, type } of attachments) {
						const stored = transaction.objectStore(FILES);
						const bytes = files.get(sha256);
						if (bytes) stored.put({ bytes, size, type, addedAt: now() }, sha256);
						else mustExist(stored, sha256, `The bytes of the file ${sha256} are missing.`);
					}
				} catch (error) {
					// Some browsers refuse a write immediately: without this, anything added before it would be committed.
					done.catch(() => undefined);
					transaction.abort();
					throw error;
				}
				return done;
			};
			await guarded(adding()).catch((error: unknown) => {
				throw problem === undefined ? error : new Error(problem);
			});
		},

		/** Atomic. Writes each new record. An existing one with the same id becomes what `fn` returns, or stays if this code cannot read it. Returns the ids it wrote. */
		async addAbsent(arriving: readonly Entry[], fn: (own: Entry) => Entry): Promise<string[]> {
			const added: string[] = [];
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
							records.put(stamped(after), entry.id);
						};
					}
					return done;
				}),
			);
			return added;
		},

		updateAll: (ids: readonly string[], fn: Parameters<typeof change>[2]) => updateAll(ids, fn),

		/** The same with strict durability, for what the screen reports as done. */
		updateAllForGood: (ids: readonly string[], fn: Parameters<typeof change>[2]) => updateAll(ids, fn, strict),

		/** Atomic. Replaces each record with what `fn` returns, under that record's id; null leaves it. Returns the ids of changed followers. */
		async replaceAll(ids: readonly string[], fn: (entry: Entry) => Entry | null): Promise<string[]> {
			return (await guarded(change(ids, strict, (entry) => fn(entry) ?? entry))).followers;
		},

		/**
		 * Atomic. Replaces a record with what `fn` returns, and stores the bytes of its files; null leaves it. The bytes of its files before
		 * go with the next sweep: nothing brings that form back.
		 */
		async repack(
			id: string,
			fn: (entry: Entry) => Entry | null,
			files: ReadonlyMap<string, ArrayBuffer> = new Map(),
		): Promise<Entry | null> {
			let after: Entry | null = null;
			const packing = async () => {
				const transaction = await begin([ENTRIES, FILES], "readwrite", "strict");
				const done = committed(transaction);
				const records = transaction.objectStore(ENTRIES);
				const reading = records.get(id);
				reading.onsuccess = () => {
					const before = newest(readRecord(id, reading.result));
					after = before && fn(before);
					if (!before || !after) return;
					records.put(after, id);
					for (const { sha256, size, type } of after.attachments ?? []) {
						const bytes = files.get(sha256);
						if (bytes) transaction.objectStore(FILES).put({ bytes, size, type, addedAt: now() }, sha256);
					}
					noteUnnamed(records, new Set(namedIn(before)), 0);
				};
				return done;
			};
			await guarded(packing());
			return after;
		},

		/** Keeps what could not be written, for this tab only. */
		keepUnwritten(leased: readonly Entry[]): void {
			for (const entry of leased) unwritten.set(entry.id, entry);
		},

		/** Called when another context has written these records. */
		forgetUnwritten(ids: readonly string[]): void {
			for (const id of ids) unwritten.delete(id);
		},

		...createSettings(use),

		/** Atomic. Removes those of these records that are meant, with what hangs on them (removal.ts). */
		async remove(
			ids: readonly string[],
			which: { isMeant(stored: Stored): boolean; isIdle(entry: Entry): boolean },
		): Promise<Removal> {
			let removal: Removal = { found: [], removed: [], freed: [] };
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					removal = removeTogether(records, ids, { ...which, read: recordOf, now });
					return done;
				}),
			);
			for (const { id } of removal.removed) unwritten.delete(id);
			return removal;
		},

		/** Atomic. Writes removed records back; returns those it wrote. */
		async bringBack(entries: readonly Entry[]): Promise<Entry[]> {
			let added: Entry[] = [];
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					added = bringBack(records, entries, { stamped, now });
					return done;
				}),
			);
			return added;
		},

		async get(id: string): Promise<Entry | undefined> {
			return newest(readRecord(id, await guarded(get<unknown>(id, relaxed)))) ?? undefined;
		},

		readAll,

		/** These records; undefined for each one that does not exist. */
		async readSome(ids: readonly string[]): Promise<Map<string, Entry | Unreadable | undefined>> {
			const values = await guarded(getMany<unknown>([...ids], relaxed));
			return new Map(ids.map((id, index) => [id, recordOf(id, values[index])]));
		},

		/** The records this code can read, oldest first. */
		async list(): Promise<Entry[]> {
			return (await readAll()).filter((record) => record.status !== "unreadable");
		},
	};
}
