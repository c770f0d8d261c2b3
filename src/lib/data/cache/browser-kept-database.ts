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

/** This browser's database of answers for reading offline. The lock says under which key they are, and asks for no more. */
export const keptDatabase = createKeptDatabase({ indexedDB: factory(), patience: PATIENCE_MS });
