import * as z from "zod/mini";
import { type AccountId, accountId } from "#contract/ids.ts";
import { committed } from "#src/outbox/committed.ts";
import { createUseStore } from "#src/outbox/use-store.ts";
import { isTooOld, type KeptLimits, tooMuch } from "./kept-data-limits.ts";

/** Its own: what is kept for reading may go at any time, the outbox may not. */
export const KEPT_DATABASE = { database: "plumbline-kept", store: "answers" };

/** Raise it when kept answers of before must not be read any more, whatever their shape. */
const VERSION = 1;

/** The key of the record about all others, whose keys are hashes of query keys: those are JSON arrays. */
const INDEX = "index";

const keptIndex = z.object({
	version: z.literal(VERSION),
	owner: accountId,
	entries: z.record(z.string(), z.object({ at: z.number(), size: z.number() })),
});
type KeptIndex = z.infer<typeof keptIndex>;

/** An answer as the server gave it. `hash`: of its query's key. `text`: its JSON. */
export type KeptAnswer = { hash: string; text: string; at: number };

export type KeptStoreDeps = {
	indexedDB: IDBFactory | undefined;
	now(): number;
	limits: KeptLimits;
	/** How long storage may take to answer, in milliseconds: some browsers never do. */
	patience: number;
};

export type KeptStore = ReturnType<typeof createKeptStore>;

/** Rejects when `work` takes longer than that. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("The storage of this device does not answer.")), ms);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

/**
 * What this device keeps of one account's answers, for all tabs. Each operation is one transaction that begins by reading
 * whose they are: what another tab has wiped, nobody writes again, however late. Everything here may reject.
 */
export function createKeptStore({ indexedDB, now, limits, patience }: KeptStoreDeps) {
	const use = createUseStore(indexedDB, KEPT_DATABASE)("relaxed");

	/** `fn` is called in the transaction, with the index where there is a whole one. */
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

	return {
		/** From now on this account's answers are kept; another's are forgotten. */
		admit: (owner: AccountId): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner) begin(records, owner);
			}),

		/** Forgets everything but what is `keep`'s. Until somebody is admitted again, nothing is kept. */
		forget: (keep: AccountId | null): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index === null || index.owner !== keep) records.clear();
			}),

		/** Forgets the answers; those that come are kept as before. */
		clear: (): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index) begin(records, index.owner);
				else records.clear();
			}),

		/** Null where none is kept, or one that cannot be used. */
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

		/** Gives back whether they were taken: only the admitted account's are. */
		async write(owner: AccountId, answers: readonly KeptAnswer[]): Promise<boolean> {
			let taken = false;
			await transact("readwrite", (index, records) => {
				if (index?.owner !== owner) return;
				taken = true;
				const entries = { ...index.entries };
				for (const { hash, text, at } of answers) entries[hash] = { at, size: text.length };
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

		/** How many answers are kept, and of how many characters. */
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
