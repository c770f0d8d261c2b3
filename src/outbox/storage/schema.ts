import { type Begin, createConnection } from "./connection.ts";

/** The records, indexed by the ids in their `after`, along with settings that apply to all of them. */
export const ENTRIES = "entries";
export const AFTER = "after";
/** The bytes of files, keyed by hash and indexed by size. */
export const FILES = "files";
export const SIZE = "size";
/** Each file's upload progress for each place. */
export const UPLOADS = "uploads";

/** An outbox's database. */
export const outboxDatabase = (indexedDB: IDBFactory | undefined, name: string): Begin =>
	createConnection(indexedDB, {
		database: name,
		stores: { [ENTRIES]: { index: AFTER, each: true }, [FILES]: { index: SIZE }, [UPLOADS]: null },
	});
