import { type Begin, createConnection } from "./connection.ts";

/** The records, indexed by the ids in their `after`. Beside them, settings that apply to all. */
export const ENTRIES = "entries";
export const AFTER = "after";
/** The bytes of files by their hash, indexed by their size. */
export const FILES = "files";
export const SIZE = "size";
/** How far each file has come on its way to each place. */
export const UPLOADS = "uploads";

/** The database of an outbox. */
export const outboxDatabase = (indexedDB: IDBFactory | undefined, name: string): Begin =>
	createConnection(indexedDB, {
		database: name,
		stores: { [ENTRIES]: { index: AFTER, each: true }, [FILES]: { index: SIZE }, [UPLOADS]: null },
	});
