import { useSyncExternalStore } from "react";
import { READER_KEY, READERS, type Reader } from "#contract/reader.ts";

const CHANGED = "plumbline:reader";
/** If the device cannot store it, it lasts as long as the app is open. */
let chosen: Reader | null = null;

function readReader(): Reader {
	try {
		const stored = localStorage.getItem(READER_KEY);
		return READERS.find((reader) => reader === stored) ?? chosen ?? "owner";
	} catch {
		return chosen ?? "owner";
	}
}

/** Stored on this device, also for report pages. */
export function chooseReader(reader: Reader): void {
	chosen = reader;
	try {
		localStorage.setItem(READER_KEY, reader);
	} catch {
		// Then it lasts until the app is closed.
	}
	dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
	addEventListener(CHANGED, listener);
	addEventListener("storage", listener);
	return () => {
		removeEventListener(CHANGED, listener);
		removeEventListener("storage", listener);
	};
}

/** The audience for explanations on this device. */
export const useReader = (): Reader => useSyncExternalStore(subscribe, readReader, () => "owner" as const);
