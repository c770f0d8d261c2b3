import { del, getMany, keys, set, type UseStore } from "idb-keyval";
import type { Box } from "./covers/box.ts";
import type { Given } from "./files/given.ts";

/** A file of evidence that is not saved yet, and what is to be covered in it. */
export type ParkedPart = { given: Given; covers: readonly Box[]; at: number };

/** Keeps files from the moment they are taken until their evidence is saved, so that a reload or a crash loses none. */
export type Parking = {
	/** Never fails: without room, the file is only on the screen. Returns what drops it. */
	keep(part: ParkedPart): () => void;
	/** What an earlier page left, oldest first, each with what drops it. */
	left(): Promise<{ part: ParkedPart; drop(): void }[]>;
};

type ParkingDeps = {
	/** Whether files may be stored in clear: not where requests are sealed on the device. */
	mayKeep(): Promise<boolean>;
	newId(): string;
};

const isOf = (of: string, key: IDBValidKey): key is [string, string] => Array.isArray(key) && key[0] === of;

/** `of`: whose evidence it is, and about what. */
export function createParking(store: UseStore, of: string, { mayKeep, newId }: ParkingDeps): Parking {
	const drop = (key: [string, string]) => del(key, store).catch(() => undefined);
	return {
		keep(part) {
			const key: [string, string] = [of, newId()];
			const kept = mayKeep()
				.then((may) => (may ? set(key, part, store) : undefined))
				.catch(() => undefined);
			return () => void kept.then(() => drop(key));
		},
		async left() {
			const found = (await keys<IDBValidKey>(store)).filter((key) => isOf(of, key));
			const parts = await getMany<ParkedPart | undefined>(found, store);
			return found
				.flatMap((key, index) => {
					const part = parts[index];
					return part ? [{ part, drop: () => void drop(key) }] : [];
				})
				.toSorted((a, b) => a.part.at - b.part.at);
		},
	};
}
