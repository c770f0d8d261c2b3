import type { UseStore } from "idb-keyval";
import { StorageError } from "./storage-error.ts";

type Durability = "strict" | "relaxed";

/** A database with one store in it, and an index of that store whose keys are the members of a list. */
type Names = { database: string; store: string; listIndex?: string };

/** Adds what is missing. */
function build(db: IDBDatabase, transaction: IDBTransaction, { store, listIndex }: Names): void {
	const records = db.objectStoreNames.contains(store) ? transaction.objectStore(store) : db.createObjectStore(store);
	if (listIndex !== undefined && !records.indexNames.contains(listIndex))
		records.createIndex(listIndex, listIndex, { multiEntry: true });
}

function isBuilt(db: IDBDatabase, { store, listIndex }: Names): boolean {
	if (!db.objectStoreNames.contains(store)) return false;
	return listIndex === undefined || db.transaction(store).objectStore(store).indexNames.contains(listIndex);
}

function open(indexedDB: IDBFactory, names: Names, version?: number): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(names.database, version);
		request.onupgradeneeded = () => {
			if (request.transaction) build(request.result, request.transaction, names);
		};
		request.onerror = () => {
			// Another context was faster.
			if (version !== undefined && request.error?.name === "VersionError") resolve(open(indexedDB, names));
			else reject(request.error);
		};
		request.onsuccess = () => {
			const db = request.result;
			if (isBuilt(db, names)) return resolve(db);
			// Older code, a test or developer tools created it: only a newer version can add what is missing.
			db.close();
			resolve(open(indexedDB, names, db.version + 1));
		};
	});
}

/**
 * Like idb-keyval's `createStore`, with durability, a second try after the browser closed the connection (iOS does so in the
 * background), and the addition of what a database lacks. Older code has no problem with what it does not know there.
 */
export function createUseStore(indexedDB: IDBFactory | undefined, names: Names): (durability: Durability) => UseStore {
	let connection: Promise<IDBDatabase> | undefined;
	const forget = () => {
		connection = undefined;
	};

	async function connect(): Promise<IDBDatabase> {
		if (!indexedDB) throw new StorageError("unavailable", new Error("no indexedDB"));
		const db = await open(indexedDB, names);
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

	return (durability) => async (mode, callback) => {
		const begin = async () => (await database()).transaction(names.store, mode, { durability });
		const transaction = await begin().catch((error) => {
			if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
			forget();
			return begin();
		});
		return callback(transaction.objectStore(names.store));
	};
}
