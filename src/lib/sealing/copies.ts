import { clear, delMany, get, getMany, keys, set, setMany, type UseStore } from "idb-keyval";
import type { EntryId } from "#contract/ids.ts";
import type { Bytes, LockForData } from "#src/lib/lock/lock-state.ts";
import type { Opened, SealedFile } from "./seal-request.ts";

/** How long a copy is kept after its entry is gone, in milliseconds: as long as a discard can be undone. */
export const COPY_KEPT_MS = 10 * 60 * 1000;

/** The key, next to the copies, of the record that says since when each copy has had no entry. */
const GONE = "gone";
const ID_LENGTH = 36;
const pictureKey = (id: EntryId, index: number) => `${id}/${index}`;

type CopiesDeps = {
	store: UseStore;
	lock: Pick<LockForData, "state" | "subscribe" | "encrypt" | "decrypt">;
	now(): number;
};

export type Copies = ReturnType<typeof createCopies>;

/**
 * Readable copies of sealed entries, for display only: in this tab's memory, and on the device under the lock's data key, if there is one.
 * While the device is locked, no copy is in memory. Copies are a convenience: one that cannot be stored or read is simply missing.
 */
export function createCopies({ store, lock, now }: CopiesDeps) {
	const opened = new Map<EntryId, Opened>();
	/** Thumbnails, by the SHA-256 of their original file. */
	const pictures = new Map<string, ArrayBuffer>();
	const listeners = new Set<() => void>();
	const tell = () => {
		for (const listener of listeners) listener();
	};
	const isLocked = () => lock.state().status === "locked";
	const isOpen = () => lock.state().status === "open";

	async function write(id: EntryId): Promise<void> {
		const copy = opened.get(id);
		if (!copy || !isOpen()) return;
		const rows: [string, Bytes][] = [[id, await lock.encrypt(new TextEncoder().encode(JSON.stringify(copy)))]];
		for (const [index, { sha256 }] of copy.files.entries()) {
			const picture = pictures.get(sha256);
			if (picture) rows.push([pictureKey(id, index), await lock.encrypt(new Uint8Array(picture))]);
		}
		await setMany(rows, store);
	}

	async function readCopy(id: EntryId, sealed: Bytes): Promise<void> {
		const copy = JSON.parse(new TextDecoder().decode(await lock.decrypt(sealed))) as Opened;
		// It may have been locked in the meantime.
		if (isOpen()) opened.set(id, copy);
	}

	const fileBy = (
		test: (file: SealedFile) => boolean,
	): { id: EntryId; index: number; file: SealedFile } | undefined => {
		for (const [id, { files }] of opened) {
			const index = files.findIndex(test);
			const file = files[index];
			if (file) return { id, index, file };
		}
		return undefined;
	};

	lock.subscribe(() => {
		if (isLocked()) {
			opened.clear();
			pictures.clear();
		}
		// When a lock is set or opened, it stores what this tab had in memory.
		for (const id of opened.keys()) void write(id).catch(() => undefined);
		tell();
	});

	return {
		/** `small`: thumbnails, by the SHA-256 of their files. Never rejects. */
		async keep(id: EntryId, copy: Opened, small: ReadonlyMap<string, ArrayBuffer>): Promise<void> {
			// Saved without unlocking: this device must no longer know it.
			if (isLocked()) return;
			opened.set(id, copy);
			for (const [sha256, picture] of small) pictures.set(sha256, picture);
			tell();
			await write(id).catch(() => undefined);
		},

		/** The copies of these entries, as far as they may be shown now. Never rejects. */
		async of(ids: readonly EntryId[]): Promise<ReadonlyMap<EntryId, Opened>> {
			const missing = ids.filter((id) => !opened.has(id));
			if (isOpen() && missing.length > 0) {
				const stored = await getMany<Bytes | undefined>(missing, store).catch(() => []);
				const reading = missing.map((id, index) => stored[index] && readCopy(id, stored[index]));
				await Promise.allSettled(reading);
			}
			return new Map(opened);
		},

		/** The original of a sealed file, by the SHA-256 of the stored one. */
		file: (sealed: string): SealedFile | undefined => fileBy((file) => file.sealed === sealed)?.file,

		/** A thumbnail of a file, by the SHA-256 it had before it was sealed. Never rejects. */
		async picture(sha256: string): Promise<ArrayBuffer | undefined> {
			const known = pictures.get(sha256);
			const place = fileBy((file) => file.sha256 === sha256);
			if (known || !place || !isOpen()) return known;
			try {
				const sealed = await get<Bytes>(pictureKey(place.id, place.index), store);
				const picture = sealed && (await lock.decrypt(sealed)).buffer;
				if (!picture || !isOpen()) return undefined;
				pictures.set(sha256, picture);
				return picture;
			} catch {
				return undefined;
			}
		},

		/** Removes copies that have had no entry for ten minutes. `known`: the current entries. */
		async sweep(known: ReadonlySet<string>): Promise<void> {
			const all = (await keys<string>(store)).filter((key) => key !== GONE);
			const before = (await get<Readonly<Record<string, number>>>(GONE, store)) ?? {};
			const orphans = new Set(all.map((key) => key.slice(0, ID_LENGTH)).filter((id) => !known.has(id)));
			if (orphans.size === 0 && Object.keys(before).length === 0) return;
			// A time in the future was noted before the clock was set back.
			const since = [...orphans].map((id): [string, number] => [id, Math.min(before[id] ?? now(), now())]);
			const due = new Set(since.flatMap(([id, at]) => (now() - at >= COPY_KEPT_MS ? id : [])));
			await delMany(
				all.filter((key) => due.has(key.slice(0, ID_LENGTH))),
				store,
			);
			await set(GONE, Object.fromEntries(since.filter(([id]) => !due.has(id))), store);
		},

		/** Deletes all of them: after a sign-out. */
		async clear(): Promise<void> {
			opened.clear();
			pictures.clear();
			tell();
			await clear(store);
		},

		/** Calls back when the available copies may have changed. */
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
