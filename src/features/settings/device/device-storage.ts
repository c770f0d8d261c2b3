import { useIsFetching } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { sizeText } from "#contract/format/size.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";

/** What this device keeps; null for what it cannot tell. */
export type DeviceStorage = {
	/** Pages kept for reading, and their size in characters. */
	kept: { count: number; size: number } | null;
	/** Bytes used and allowed. */
	room: { usage: number; quota: number } | null;
	/** Whether the browser has promised not to clear it. */
	persisted: boolean | null;
	/** Files that make pages open without a network. */
	files: number | null;
};

const orNull = <T>(reading: Promise<T> | undefined): Promise<T | null> =>
	reading ? reading.catch(() => null) : Promise.resolve(null);

async function precachedFiles(): Promise<number> {
	const names = (await caches.keys()).filter((name) => name.includes("precache"));
	const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
	return lists.flat().length;
}

/** Never rejects. */
async function readDeviceStorage(): Promise<DeviceStorage> {
	const { storage } = navigator as { storage?: Partial<StorageManager> };
	const [kept, estimate, persisted, files] = await Promise.all([
		orNull(keptStore.facts()),
		orNull(storage?.estimate?.()),
		orNull(storage?.persisted?.()),
		orNull("caches" in globalThis ? precachedFiles() : undefined),
	]);
	const { usage, quota } = estimate ?? {};
	return { kept, room: usage === undefined || quota === undefined ? null : { usage, quota }, persisted, files };
}

/** Asks the browser not to clear this site's storage. Some browsers ask the user, others decide on their own. */
export async function askToPersist(): Promise<boolean> {
	return (await orNull(navigator.storage?.persist?.())) ?? false;
}

/** How long after a read its result is stored, in milliseconds. */
const SETTLED_MS = 500;

/** What this device keeps; null until it is known. */
export function useDeviceStorage(): { storage: DeviceStorage | null; look(): Promise<void> } {
	const [storage, setStorage] = useState<DeviceStorage | null>(null);
	const look = useCallback(async () => setStorage(await readDeviceStorage()), []);
	const reading = useIsFetching() > 0;
	useEffect(() => {
		const timer = setTimeout(look, reading ? 0 : SETTLED_MS);
		return () => clearTimeout(timer);
	}, [look, reading]);
	return { storage, look };
}

export const keptText = ({ count, size }: NonNullable<DeviceStorage["kept"]>): string =>
	count === 0 ? "Nothing" : `${count === 1 ? "1 page" : `${count} pages`}, ${sizeText(size)}`;

export const PROMISED = {
	true: "Protected by the browser",
	false: "May be cleared if space runs low",
	null: "Unknown in this browser",
};

/** `11 pages, 1.8 kB · May be cleared if space runs low`. */
export function storageText({ kept, persisted }: DeviceStorage): string {
	if (!kept) return "This browser does not allow storage here.";
	if (kept.count === 0) return "Nothing is kept for reading yet.";
	return persisted === null ? keptText(kept) : `${keptText(kept)} · ${PROMISED[`${persisted}`]}`;
}
