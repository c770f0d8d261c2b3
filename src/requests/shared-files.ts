import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";

/** A file that another app shared with this one. Its bytes are a copy: a `File` can be empty by the time it is read. */
type SharedFile = { name: string; type: string; bytes: ArrayBuffer };

/** Everything shared in one go, until it is saved as evidence. */
type Shared = { at: number; text: string; files: SharedFile[] };

/** How long unclaimed files are kept, in milliseconds. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Keeps what the worker receives until the next page opens. Rejects if the device is full. */
export function createSharedFiles(store: UseStore, { now, newId }: { now(): number; newId(): string }) {
	return {
		/** Resolves to the id to put in the page's address. */
		async keep(files: readonly File[], text: string): Promise<string> {
			const copies = await Promise.all(
				files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
			);
			const id = newId();
			await set(id, { at: now(), text, files: copies } satisfies Shared, store);
			return id;
		},
		/** Undefined if it was already saved or dropped. */
		read: (id: string): Promise<Shared | undefined> => get<Shared>(id, store),
		drop: (id: string): Promise<void> => del(id, store),
		async dropOld(): Promise<void> {
			for (const [id, { at }] of await entries<string, Shared>(store)) {
				if (now() - at > KEPT_MS) await del(id, store);
			}
		},
	};
}

/** This browser's store. */
export const sharedFiles = () =>
	createSharedFiles(createStore("plumbline-shared", "files"), {
		now: () => Date.now(),
		newId: () => crypto.randomUUID(),
	});
