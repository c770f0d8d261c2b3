import type { UseStore } from "idb-keyval";
import type { Begin, Durability } from "./connection.ts";

/** One store of a database, in the form that idb-keyval takes, with durability. */
export const storeIn =
	(begin: Begin, store: string) =>
	(durability: Durability): UseStore =>
	async (mode, callback) =>
		callback((await begin(store, mode, durability)).objectStore(store));
