import { IDBDatabase } from "fake-indexeddb";

const database: IDBDatabase = IDBDatabase.prototype;
const transaction = database.transaction;

type Args = Parameters<IDBDatabase["transaction"]>;

/**
 * Looks on as transactions are begun, on any fake database, until `restore`. `before` may throw in the transaction's
 * place; `after` is given the transaction.
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

/** A full disk: writing transactions fail when they are about to commit, as in Chromium. */
export function fillDisk(): { restore(): void } {
	return watchTransactions({
		after(made, [stores, mode]) {
			if (mode !== "readwrite") return;
			let writes = false;
			Object.defineProperty(made, "error", {
				get: () => (writes ? new DOMException("full", "QuotaExceededError") : null),
			});
			// The same object for every call of `objectStore` in this transaction.
			const store = made.objectStore(String(stores));
			let aborted = false;
			for (const write of ["add", "put"] as const) {
				const original = store[write];
				store[write] = (...args: Parameters<IDBObjectStore["put"]>) => {
					writes = true;
					const request = original.apply(store, args);
					queueMicrotask(() => {
						if (!aborted) made.abort();
						aborted = true;
					});
					return request;
				};
			}
		},
	});
}
