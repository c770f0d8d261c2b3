import { get, getMany, type UseStore, values } from "idb-keyval";
import { committed } from "../storage/committed.ts";
import type { Begin } from "../storage/connection.ts";
import { ENTRIES, FILES, SIZE, UPLOADS } from "../storage/schema.ts";
import { guarded, StorageError } from "../storage/storage-error.ts";
import { storeIn } from "../storage/store-in.ts";
import type { Attachment } from "./attachment.ts";

/** How much of a file has been uploaded to one place. */
export type Upload = {
	sha256: string;
	place: string;
	/** Its address on the server. */
	url: string;
	/** How many bytes the server has. */
	offset: number;
	/** The server has all of it. */
	done: boolean;
};

/** How long to keep bytes after the last entry that needs them is gone, in milliseconds: as long as a discard can be undone. */
export const UNNAMED_KEPT_MS = 10 * 60 * 1000;

/** The key, stored beside the entries, of the record of when each file was last named by an entry. */
const UNNAMED = "unnamed-files";
type Since = Readonly<Record<string, number>>;

/** Restarts the files' time, in the same transaction that removes them from an entry or removes the entry. */
export function noteUnnamed(records: IDBObjectStore, hashes: ReadonlySet<string>, now: number): void {
	if (hashes.size === 0) return;
	const reading = records.get(UNNAMED);
	reading.onsuccess = () => {
		const since = Object.fromEntries([...hashes].map((sha256) => [sha256, now]));
		records.put({ ...(reading.result as Since | undefined), ...since }, UNNAMED);
	};
}

const keyOf = ({ sha256, place }: Pick<Upload, "sha256" | "place">): IDBValidKey => [sha256, place];

/** The hashes that a stored record needs, even one written by a later version. An accepted record needs none. */
export function namedIn(record: unknown): string[] {
	const { attachments, status } = Object(record) as { attachments?: unknown; status?: unknown };
	if (!Array.isArray(attachments) || status === "accepted") return [];
	return attachments.map((file: Partial<Attachment> | null) => String(file?.sha256));
}

export type FileStore = ReturnType<typeof createFileStore>;

/** The bytes of files and their upload progress. Everything here may reject with a StorageError. */
export function createFileStore(begin: Begin) {
	const files = storeIn(begin, FILES)("relaxed");
	const uploads = storeIn(begin, UPLOADS)("relaxed");
	const entries = storeIn(begin, ENTRIES)("relaxed");
	/** What couldn't be written to a full disk, kept for the life of this tab. */
	const unwritten = new Map<string, Upload>();
	const nameOf = (upload: Pick<Upload, "sha256" | "place">) => JSON.stringify(keyOf(upload));

	const write = (store: UseStore, change: (records: IDBObjectStore) => void): Promise<void> =>
		guarded(
			store("readwrite", (records) => {
				const done = committed(records.transaction);
				change(records);
				return done;
			}),
		);

	/** The size of each stored file, without reading any. */
	async function sizes(): Promise<Map<string, number>> {
		const found = new Map<string, number>();
		await guarded(
			files("readonly", (records) => {
				const done = committed(records.transaction);
				const walking = records.index(SIZE).openKeyCursor();
				walking.onsuccess = () => {
					const cursor = walking.result;
					if (!cursor) return;
					found.set(String(cursor.primaryKey), Number(cursor.key));
					cursor.continue();
				};
				return done;
			}),
		);
		return found;
	}

	return {
		sizes,

		async bytes(sha256: string): Promise<ArrayBuffer | undefined> {
			return (await guarded(get<{ bytes: ArrayBuffer }>(sha256, files)))?.bytes;
		},

		/** How much of these files has been uploaded to one place. */
		async uploads(place: string, hashes: readonly string[]): Promise<Map<string, Upload>> {
			const keys = hashes.map((sha256) => ({ sha256, place }));
			const stored = await guarded(getMany<Upload | undefined>(keys.map(keyOf), uploads));
			return new Map(
				keys.flatMap((key, index) => {
					const upload = unwritten.get(nameOf(key)) ?? stored[index];
					return upload ? [[key.sha256, upload]] : [];
				}),
			);
		},

		/** All of them. */
		async allUploads(): Promise<Upload[]> {
			const all = await guarded(values<Upload>(uploads));
			return [...new Map([...all, ...unwritten.values()].map((one) => [nameOf(one), one])).values()];
		},

		async keepUpload(upload: Upload): Promise<void> {
			try {
				await write(uploads, (records) => records.put(upload, keyOf(upload)));
				unwritten.delete(nameOf(upload));
			} catch (error) {
				if (!(error instanceof StorageError) || error.reason !== "full") throw error;
				unwritten.set(nameOf(upload), upload);
			}
		},

		/** The server doesn't have these files there, whatever it said before. */
		async forgetUploads(place: string, hashes: readonly string[]): Promise<void> {
			for (const sha256 of hashes) unwritten.delete(nameOf({ sha256, place }));
			await write(uploads, (records) => {
				for (const sha256 of hashes) records.delete(keyOf({ sha256, place }));
			});
		},

		/** Removes bytes that no entry has needed for ten minutes. `named`: the ones that entries need, as far as this context knows. */
		async sweep(named: ReadonlySet<string>, now: number): Promise<void> {
			const unnamed = [...(await sizes()).keys()].filter((sha256) => !named.has(sha256));
			const before = (await guarded(get<Since>(UNNAMED, entries))) ?? {};
			if (unnamed.length === 0 && Object.keys(before).length === 0) return;
			// A time in the future is from before the clock was set back.
			const since = Object.fromEntries(unnamed.map((sha256) => [sha256, Math.min(before[sha256] ?? now, now)]));
			const due = unnamed.filter((sha256) => now - (since[sha256] ?? now) >= UNNAMED_KEPT_MS);
			if (due.length === 0) return write(entries, (records) => records.put(since, UNNAMED));
			await guarded(removeUnless(due, since));
		},
	};

	/** Atomic: anything an entry names by now stays. */
	async function removeUnless(due: readonly string[], since: Since): Promise<void> {
		const transaction = await begin([ENTRIES, FILES, UPLOADS], "readwrite", "relaxed");
		const done = committed(transaction);
		const records = transaction.objectStore(ENTRIES);
		const reading = records.getAll();
		reading.onsuccess = () => {
			const named = new Set(reading.result.flatMap(namedIn));
			const left = Object.entries(since).filter(([sha256]) => !due.includes(sha256));
			records.put(Object.fromEntries(left), UNNAMED);
			const leaving = new Set(due.filter((sha256) => !named.has(sha256)));
			for (const sha256 of leaving) transaction.objectStore(FILES).delete(sha256);
			const keys = transaction.objectStore(UPLOADS).getAllKeys();
			keys.onsuccess = () => {
				for (const key of keys.result)
					if (Array.isArray(key) && leaving.has(String(key[0]))) transaction.objectStore(UPLOADS).delete(key);
			};
		};
		return done;
	}
}
