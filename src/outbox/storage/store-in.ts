import type { UseStore } from "idb-keyval";
import type { Begin, Durability } from "./connection.ts";

/** One store in a database, in the form idb-keyval takes, with a durability setting. */
export const storeIn =
	(begin: Begin, store: string) =>
	(durability: Durability): UseStore =>
	async (mode, callback) =>
		callback((await begin(store, mode, durability)).objectStore(store));
