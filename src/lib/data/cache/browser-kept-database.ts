import { createKeptDatabase } from "./kept-database.ts";

/** In milliseconds. */
const PATIENCE_MS = 2_000;

/** Undefined also where a browser throws. */
function factory(): IDBFactory | undefined {
	try {
		return globalThis.indexedDB;
	} catch {
		return undefined;
	}
}

/** This browser's database of answers for reading offline. The lock uses it only to set which key encrypts them. */
export const keptDatabase = createKeptDatabase({ indexedDB: factory(), patience: PATIENCE_MS });
