import { StorageError } from "./storage-error.ts";

export type Durability = "strict" | "relaxed";

/** Its stores, each with or without an index. An `each` index uses the members of a list as its keys. */
export type Schema = {
	database: string;
	stores: Readonly<Record<string, { index: string; each?: boolean } | null>>;
};

/** Starts a transaction on some of the stores. */
export type Begin = (
	stores: string | readonly string[],
	mode: IDBTransactionMode,
	durability: Durability,
) => Promise<IDBTransaction>;

/** Adds what is missing. */
function build(db: IDBDatabase, transaction: IDBTransaction, { stores }: Schema): void {
	for (const [name, key] of Object.entries(stores)) {
		const store = db.objectStoreNames.contains(name) ? transaction.objectStore(name) : db.createObjectStore(name);
		if (key && !store.indexNames.contains(key.index))
			store.createIndex(key.index, key.index, { multiEntry: key.each === true });
	}
}

function isBuilt(db: IDBDatabase, { stores }: Schema): boolean {
	const names = Object.keys(stores);
	if (!names.every((name) => db.objectStoreNames.contains(name))) return false;
	const transaction = db.transaction(names);
	return Object.entries(stores).every(
		([name, key]) => key === null || transaction.objectStore(name).indexNames.contains(key.index),
	);
}

function open(indexedDB: IDBFactory, schema: Schema, version?: number): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(schema.database, version);
		request.onupgradeneeded = () => {
			if (request.transaction) build(request.result, request.transaction, schema);
		};
		request.onerror = () => {
			// Another context was faster.
			if (version !== undefined && request.error?.name === "VersionError") resolve(open(indexedDB, schema));
			else reject(request.error);
		};
		request.onsuccess = () => {
			const db = request.result;
			if (isBuilt(db, schema)) return resolve(db);
			// Older code, a test, or developer tools created it: only a newer version can add what is missing.
			db.close();
			resolve(open(indexedDB, schema, db.version + 1));
		};
	});
}

/**
 * A database that opens when first needed and adds any stores it lacks. Older code ignores stores it doesn't know. Tries a second time if
 * the browser closed the connection (iOS does this in the background).
 */
export function createConnection(indexedDB: IDBFactory | undefined, schema: Schema): Begin {
	let connection: Promise<IDBDatabase> | undefined;
	const forget = () => {
		connection = undefined;
	};

	async function connect(): Promise<IDBDatabase> {
		if (!indexedDB) throw new StorageError("unavailable", new Error("no indexedDB"));
		const db = await open(indexedDB, schema);
		db.onclose = forget;
		db.onversionchange = () => {
			db.close();
			forget();
		};
		return db;
	}

	async function database(): Promise<IDBDatabase> {
		connection ??= connect();
		return connection.catch((error) => {
			forget();
			throw error;
		});
	}

	return async (stores, mode, durability) => {
		const begin = async () => (await database()).transaction(stores as string | string[], mode, { durability });
		return begin().catch((error) => {
			if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
			forget();
			return begin();
		});
	};
}
