import * as z from "zod/mini";
import { type AccountId, accountId } from "#contract/ids.ts";
import { committed } from "#src/outbox/committed.ts";
import { createConnection } from "#src/outbox/connection.ts";
import { storeIn } from "#src/outbox/store-in.ts";
import { isTooOld, type KeptLimits, tooMuch } from "./kept-data-limits.ts";

/** Separate from the outbox: these answers may be deleted at any time, the outbox may not. */
export const KEPT_DATABASE = { database: "plumbline-kept", store: "answers" };

/** Raise it if older stored answers must not be read any more, whatever their shape. */
const VERSION = 1;

/** The key of the index. No other key can equal it: those are hashes of query keys, which are JSON arrays. */
const INDEX = "index";

const keptIndex = z.object({
	version: z.literal(VERSION),
	owner: accountId,
	entries: z.record(z.string(), z.object({ at: z.number(), size: z.number(), pin: z.optional(z.string()) })),
	/** What was kept on purpose, by name: since when, and whether all of it was. */
	pins: z.optional(z.record(z.string(), z.object({ at: z.number(), whole: z.boolean() }))),
});
type KeptIndex = z.infer<typeof keptIndex>;

/** An answer of the server. `hash`: of its query's key. `text`: its JSON. */
export type KeptAnswer = { hash: string; text: string; at: number };

/** What is kept on purpose: since when, whether all of it is, how many answers, and their characters. */
export type Pinned = { at: number; whole: boolean; count: number; size: number };

export type KeptStoreDeps = {
	indexedDB: IDBFactory | undefined;
	now(): number;
	limits: KeptLimits;
	/** How long to wait for storage, in milliseconds: in some browsers it never answers. */
	patience: number;
};

export type KeptStore = ReturnType<typeof createKeptStore>;

/** Rejects if `work` takes longer. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("This device’s storage does not respond.")), ms);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

/**
 * One account's answers on this device, for all tabs. Each operation is one transaction that first reads whose answers are stored:
 * what one tab has deleted, no other writes again, however late. Everything here may reject.
 */
export function createKeptStore({ indexedDB, now, limits, patience }: KeptStoreDeps) {
	const { database, store } = KEPT_DATABASE;
	const use = storeIn(createConnection(indexedDB, { database, stores: { [store]: null } }), store)("relaxed");

	/** Calls `fn` in the transaction, with the index if there is a valid one. */
	const transact = (mode: IDBTransactionMode, fn: (index: KeptIndex | null, records: IDBObjectStore) => void) =>
		within(
			patience,
			use(mode, (records) => {
				const done = committed(records.transaction);
				const asking = records.get(INDEX);
				asking.onsuccess = () => {
					const read = z.safeParse(keptIndex, asking.result);
					fn(read.success ? read.data : null, records);
				};
				return done;
			}),
		);

	const begin = (records: IDBObjectStore, owner: AccountId) => {
		records.clear();
		records.put({ version: VERSION, owner, entries: {} } satisfies KeptIndex, INDEX);
	};

	/** Deletes the answers that do not pass. */
	const keep = (
		index: KeptIndex,
		records: IDBObjectStore,
		passes: (entry: KeptIndex["entries"][string], hash: string) => boolean,
	) => {
		const kept = Object.entries(index.entries).filter(([hash, entry]) => {
			const stays = passes(entry, hash);
			if (!stays) records.delete(hash);
			return stays;
		});
		records.put({ ...index, entries: Object.fromEntries(kept) } satisfies KeptIndex, INDEX);
	};

	return {
		/** From now on, stores this account's answers. Another's are deleted. */
		admit: (owner: AccountId): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner) begin(records, owner);
			}),

		/** Deletes everything except the answers of `keep`. Until an account is admitted again, nothing is stored. */
		forget: (keep: AccountId | null): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index === null || index.owner !== keep) records.clear();
			}),

		/** Deletes the answers. New ones are still stored. */
		clear: (): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index) begin(records, index.owner);
				else records.clear();
			}),

		/** Null if there is no usable one. */
		async read(owner: AccountId, hash: string): Promise<{ data: unknown; at: number } | null> {
			let found: { text: unknown; at: number } | null = null;
			await transact("readonly", (index, records) => {
				const entry = index?.owner === owner ? index.entries[hash] : undefined;
				if (!entry || isTooOld(entry, now(), limits)) return;
				const reading = records.get(hash);
				reading.onsuccess = () => {
					found = { text: reading.result, at: entry.at };
				};
			});
			const { text, at } = (found as { text: unknown; at: number } | null) ?? {};
			return typeof text === "string" && at !== undefined ? { data: JSON.parse(text), at } : null;
		},

		/** Resolves to whether they were stored: only those of the admitted account are. */
		async write(owner: AccountId, answers: readonly KeptAnswer[]): Promise<boolean> {
			let taken = false;
			await transact("readwrite", (index, records) => {
				if (index?.owner !== owner) return;
				taken = true;
				const entries = { ...index.entries };
				for (const { hash, text, at } of answers) entries[hash] = { ...entries[hash], at, size: text.length };
				const going = new Set(tooMuch(entries, now(), limits));
				for (const { hash, text } of answers) if (!going.has(hash)) records.put(text, hash);
				for (const hash of going) {
					delete entries[hash];
					records.delete(hash);
				}
				records.put({ ...index, entries } satisfies KeptIndex, INDEX);
			});
			return taken;
		},

		remove: (owner: AccountId, hash: string): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner || !index.entries[hash]) return;
				const { [hash]: _, ...entries } = index.entries;
				records.delete(hash);
				records.put({ ...index, entries } satisfies KeptIndex, INDEX);
			}),

		/** Deletes the answers whose key passes. */
		removeAll: (owner: AccountId, isGone: (key: readonly unknown[]) => boolean): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner) return;
				keep(index, records, (_, hash) => !isGone(JSON.parse(hash)));
			}),

		/** Deletes all but what was kept on purpose: the space is needed. */
		makeRoom: (owner: AccountId): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner === owner) keep(index, records, ({ pin }) => pin !== undefined);
			}),

		/** Keeps answers on purpose, until they are unpinned. Resolves to whether they were stored. */
		async pin(owner: AccountId, name: string, answers: readonly KeptAnswer[]): Promise<boolean> {
			let taken = false;
			await transact("readwrite", (index, records) => {
				if (index?.owner !== owner) return;
				taken = true;
				const entries = { ...index.entries };
				for (const { hash, text, at } of answers) {
					entries[hash] = { at, size: text.length, pin: name };
					records.put(text, hash);
				}
				const pins = { ...index.pins, [name]: index.pins?.[name] ?? { at: now(), whole: false } };
				records.put({ ...index, entries, pins } satisfies KeptIndex, INDEX);
			});
			return taken;
		},

		/** All of what a pin is about was read now: what else it held is deleted. */
		completePin: (owner: AccountId, name: string, hashes: ReadonlySet<string>): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner || !index.pins?.[name]) return;
				const pins = { ...index.pins, [name]: { at: now(), whole: true } };
				keep({ ...index, pins }, records, ({ pin }, hash) => pin !== name || hashes.has(hash));
			}),

		unpin: (owner: AccountId, name: string): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner) return;
				const { [name]: _, ...pins } = index.pins ?? {};
				keep({ ...index, pins }, records, ({ pin }) => pin !== name);
			}),

		/** What is kept on purpose under a name; null if nothing is. */
		async pinned(owner: AccountId, name: string): Promise<Pinned | null> {
			let found: Pinned | null = null;
			await transact("readonly", (index) => {
				const about = index?.owner === owner ? index.pins?.[name] : undefined;
				const entries = Object.values(index?.entries ?? {}).filter(({ pin }) => pin === name);
				if (!about || entries.length === 0) return;
				found = { ...about, count: entries.length, size: entries.reduce((sum, { size }) => sum + size, 0) };
			});
			return found;
		},

		/** How many answers are stored, and their size in characters. */
		async facts(): Promise<{ count: number; size: number }> {
			let facts = { count: 0, size: 0 };
			await transact("readonly", (index) => {
				const entries = Object.values(index?.entries ?? {});
				facts = { count: entries.length, size: entries.reduce((sum, { size }) => sum + size, 0) };
			});
			return facts;
		},
	};
}
