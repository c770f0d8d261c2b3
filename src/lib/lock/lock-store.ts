import * as z from "zod/mini";
import { orTimeout } from "#src/lib/data/cache/or-timeout.ts";
import { committed } from "#src/outbox/storage/committed.ts";
import { createConnection } from "#src/outbox/storage/connection.ts";
import { storeIn } from "#src/outbox/storage/store-in.ts";
import { LOCK_DATABASE } from "./lock-database.ts";
import { type LockPolicy, type LockRecord, lockPolicy, lockRecord } from "./lock-record.ts";

const RECORD = "lock";
const POLICY = "policy";

export type LockStore = ReturnType<typeof createLockStore>;

function orNull<S extends z.ZodMiniType>(shape: S, value: unknown): z.infer<S> | null {
	const read = z.safeParse(shape, value);
	return read.success ? read.data : null;
}

/** Where a device keeps its lock. `patience`: how long to wait for reading it, in milliseconds. Everything here may reject. */
export function createLockStore(indexedDB: IDBFactory | undefined, patience: number) {
	const { database, store } = LOCK_DATABASE;
	// A counted try has to be on the disk before the PIN is looked at.
	const use = storeIn(createConnection(indexedDB, { database, stores: { [store]: null } }), store)("strict");

	return {
		async read(): Promise<{ record: LockRecord | null; policy: LockPolicy | null }> {
			let found: { record: LockRecord | null; policy: LockPolicy | null } = { record: null, policy: null };
			const reading = use("readonly", (records) => {
				const done = committed(records.transaction);
				const [record, policy] = [records.get(RECORD), records.get(POLICY)];
				// Requests in a transaction finish in order, so the second one is last.
				policy.onsuccess = () => {
					found = { record: orNull(lockRecord, record.result), policy: orNull(lockPolicy, policy.result) };
				};
				return done;
			});
			await orTimeout(patience, reading);
			return found;
		},

		/** Replaces the lock with what `fn` returns, in one transaction; null means no lock. Resolves to the new lock. */
		async change(fn: (record: LockRecord | null) => LockRecord | null): Promise<LockRecord | null> {
			let next: LockRecord | null = null;
			await use("readwrite", (records) => {
				const done = committed(records.transaction);
				const asking = records.get(RECORD);
				asking.onsuccess = () => {
					next = fn(orNull(lockRecord, asking.result));
					if (next) records.put(next, RECORD);
					else records.delete(RECORD);
				};
				return done;
			});
			return next;
		},

		writePolicy: (policy: LockPolicy): Promise<void> =>
			use("readwrite", (records) => {
				records.put(policy, POLICY);
				return committed(records.transaction);
			}),
	};
}
