import type { UseStore } from "idb-keyval";
import { StorageError } from "./storage-error.ts";

export const DATABASE = "plumbline-outbox";
export const STORE = "entries";

type Durability = "strict" | "relaxed";

/** A database with one store in it. */
type Names = { database: string; store: string };

function open(indexedDB: IDBFactory, names: Names, version?: number): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(names.database, version);
		request.onupgradeneeded = () => {
			if (!request.result.objectStoreNames.contains(names.store)) request.result.createObjectStore(names.store);
		};
		request.onerror = () => reject(request.error);
		request.onsuccess = () => {
			const db = request.result;
			if (db.objectStoreNames.contains(names.store)) return resolve(db);
			// A test or developer tools created an empty database: only a newer version can add the store.
			db.close();
			resolve(open(indexedDB, names, db.version + 1));
		};
	});
}

/**
 * Like idb-keyval's `createStore`, with durability, a second try after the browser closed the connection (iOS does so in the
 * background), and a repair for a database that was created empty.
 */
export function createUseStore(
	indexedDB: IDBFactory | undefined,
	names: Names = { database: DATABASE, store: STORE },
): (durability: Durability) => UseStore {
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
