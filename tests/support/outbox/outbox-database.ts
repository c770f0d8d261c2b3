import { IDBDatabase } from "fake-indexeddb";

const database: IDBDatabase = IDBDatabase.prototype;
const transaction = database.transaction;

type Args = Parameters<IDBDatabase["transaction"]>;

/**
 * Watches as transactions are started, on any fake database, until `restore`. `before` may throw in place of the transaction; `after`
 * gets the transaction.
 */
export function watchTransactions({
	before,
	after,
}: {
	before?(db: IDBDatabase): void;
	after?(made: IDBTransaction, args: Args): void;
}): { restore(): void } {
	database.transaction = function (this: IDBDatabase, ...args: Args) {
		before?.(this);
		const made = transaction.apply(this, args);
		after?.(made, args);
		return made;
	};
	return {
		restore() {
			database.transaction = transaction;
		},
	};
}

/**
 * A full disk: writing transactions fail when they are about to commit, as in Chromium. `store`: only writes to this store are too much.
 */
export function fillDisk(store?: string): { restore(): void } {
	return watchTransactions({
		after(made, [names, mode]) {
			const full = (typeof names === "string" ? [names] : [...names]).filter(
				(name) => store === undefined || name === store,
			);
			if (mode !== "readwrite" || full.length === 0) return;
			let writes = false;
			Object.defineProperty(made, "error", {
				get: () => (writes ? new DOMException("full", "QuotaExceededError") : null),
			});
			let aborted = false;
			for (const name of full) {
				// The same object for every call of `objectStore` in this transaction.
				const records = made.objectStore(name);
				for (const write of ["add", "put"] as const) {
					const original = records[write];
					records[write] = (...args: Parameters<IDBObjectStore["put"]>) => {
						writes = true;
						const request = original.apply(records, args);
						queueMicrotask(() => {
							if (!aborted) made.abort();
							aborted = true;
						});
						return request;
					};
				}
			}
		},
	});
}
