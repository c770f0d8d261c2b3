import { IDBObjectStore } from "fake-indexeddb";

/** Counts the records read from any fake database, until `restore`. */
export function countReads(): { reads(): number; restore(): void } {
	const store: IDBObjectStore = IDBObjectStore.prototype;
	const { get, getAll } = store;
	let reads = 0;
	store.get = function (this: IDBObjectStore, ...args: Parameters<IDBObjectStore["get"]>) {
		reads++;
		return get.apply(this, args);
	};
	store.getAll = function (this: IDBObjectStore, ...args: Parameters<IDBObjectStore["getAll"]>) {
		const reading = getAll.apply(this, args);
		reading.addEventListener("success", () => {
			reads += reading.result.length;
		});
		return reading;
	};
	return {
		reads: () => reads,
		restore() {
			Object.assign(store, { get, getAll });
		},
	};
}
