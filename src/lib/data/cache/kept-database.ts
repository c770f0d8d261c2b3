import * as z from "zod/mini";
import { type AccountId, accountId } from "#contract/ids.ts";
import { committed } from "#src/outbox/storage/committed.ts";
import { createConnection } from "#src/outbox/storage/connection.ts";
import { storeIn } from "#src/outbox/storage/store-in.ts";
import { orTimeout } from "./or-timeout.ts";

/** Separate from the outbox: these answers may be deleted at any time, the outbox may not. */
export const KEPT_DATABASE = { database: "plumbline-kept", store: "answers" };

/** Raise it when older stored answers must no longer be read, whatever their shape. */
const VERSION = 1;

/** The key of the index. No other key can equal it: they are hashes of query keys, which are JSON arrays, or are longer. */
export const INDEX = "index";

const keptIndex = z.object({
	version: z.literal(VERSION),
	owner: accountId,
	/** The data key that encrypts everything here; left out: stored in clear. */
	key: z.optional(z.string()),
	entries: z.record(
		z.string(),
		z.object({
			at: z.number(),
			size: z.number(),
			pin: z.optional(z.string()),
			/** The hash of its query's key, encrypted; left out: its name is the hash. */
			hash: z.optional(z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)),
		}),
	),
	/** The pins by name: since when, and whether they are complete. */
	pins: z.optional(z.record(z.string(), z.object({ at: z.number(), whole: z.boolean() }))),
});
export type KeptIndex = z.infer<typeof keptIndex>;

type KeptDatabaseDeps = {
	indexedDB: IDBFactory | undefined;
	/** How long to wait for storage, in milliseconds: in some browsers it never answers. */
	patience: number;
};

export type KeptDatabase = ReturnType<typeof createKeptDatabase>;

/**
 * Whose answers are on this device, and under which key, for all tabs. Each operation is one transaction that first reads both: once one
 * tab has deleted or encrypted something, no other tab can write the old form again, however late. The lock uses this module, not the other
 * way around. Everything here may reject.
 */
export function createKeptDatabase({ indexedDB, patience }: KeptDatabaseDeps) {
	const { database, store } = KEPT_DATABASE;
	const use = storeIn(createConnection(indexedDB, { database, stores: { [store]: null } }), store)("relaxed");

	/** Calls `fn` in the transaction, with the index if there is a valid one. */
	const transact = (mode: IDBTransactionMode, fn: (index: KeptIndex | null, records: IDBObjectStore) => void) =>
		orTimeout(
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

	const begin = (records: IDBObjectStore, owner: AccountId, key: string | null) => {
		records.clear();
		records.put({ version: VERSION, owner, ...(key !== null && { key }), entries: {} } satisfies KeptIndex, INDEX);
	};

	return {
		transact,

		/** From now on, stores this account's answers. Another's are deleted. */
		admit: (owner: AccountId): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner !== owner) begin(records, owner, null);
			}),

		/** From now on, stores answers under this data key; null: in clear. Answers stored in another form are deleted. */
		keyed: (key: string | null): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index && (index.key ?? null) !== key) begin(records, index.owner, key);
			}),

		/** Deletes everything except the answers of `keep`. Until an account is admitted again, nothing is stored. */
		forget: (keep: AccountId | null): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index === null || index.owner !== keep) records.clear();
			}),

		/** Deletes the answers. New ones are still stored. */
		clear: (): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index) begin(records, index.owner, index.key ?? null);
				else records.clear();
			}),
	};
}
