import { useSyncExternalStore } from "react";
import { READER_KEY, READERS, type Reader } from "#contract/reader.ts";

const CHANGED = "plumbline:reader";
/** Where the device remembers nothing, for as long as the app is open. */
let chosen: Reader | null = null;

function readReader(): Reader {
	try {
		const stored = localStorage.getItem(READER_KEY);
		return READERS.find((reader) => reader === stored) ?? chosen ?? "owner";
	} catch {
		return chosen ?? "owner";
	}
}

/** Remembered on this device, for the pages of reports too. */
export function chooseReader(reader: Reader): void {
	chosen = reader;
	try {
		localStorage.setItem(READER_KEY, reader);
	} catch {
		// Then until the app is closed.
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

/** For whom problems are explained on this device. */
export const useReader = (): Reader => useSyncExternalStore(subscribe, readReader, () => "owner" as const);
