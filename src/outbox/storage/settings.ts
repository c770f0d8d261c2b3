import { get, type UseStore } from "idb-keyval";
import { readSender, SENDER, type Sender } from "../sender.ts";
import { committed } from "./committed.ts";
import { guarded } from "./storage-error.ts";

/**
 * Temporary settings for all tabs and the worker. Stored alongside the entries, whose keys are UUIDs.
 * - `pause`: only a person can send.
 * - `no-batches`: the server takes single requests only.
 * - `no-answer`: no requests are getting answers.
 */
type Mark = "pause" | "no-batches" | "no-answer";

/** Milliseconds since 1970. `since` reveals a clock that was set back. */
type Period = { since: number; until: number };

/** The key of the user's setting for this device. */
const WIFI_ONLY = "files-on-wifi-only";

/** What applies to all entries, in all tabs and the worker. */
export function createSettings(use: (durability: "strict" | "relaxed") => UseStore) {
	const strict = use("strict");
	const relaxed = use("relaxed");
	/** Also kept here, in case a mark can't be written. */
	const marks = new Map<Mark, Period>();

	return {
		async sender(): Promise<Sender> {
			return readSender(await guarded(get<unknown>(SENDER, relaxed)));
		},

		/** Atomic. */
		async changeSender(changes: Partial<Sender>): Promise<void> {
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					const reading = records.get(SENDER);
					reading.onsuccess = () => records.put({ ...readSender(reading.result), ...changes }, SENDER);
					return done;
				}),
			);
		},

		/** Whether the user has turned off sending files over mobile data. */
		async filesOnWifiOnly(): Promise<boolean> {
			return (await guarded(get<unknown>(WIFI_ONLY, relaxed))) === true;
		},

		async setFilesOnWifiOnly(flag: boolean): Promise<void> {
			await guarded(
				strict("readwrite", (records) => {
					const done = committed(records.transaction);
					records.put(flag, WIFI_ONLY);
					return done;
				}),
			);
		},

		/** When a mark expires; 0 if it isn't in effect now. */
		async markedUntil(mark: Mark, now: number): Promise<number> {
			const stored = await guarded(get<Period>(mark, relaxed));
			const untils = [stored, marks.get(mark)].map((period) =>
				period && period.since <= now && now < period.until ? period.until : 0,
			);
			return Math.max(...untils);
		},

		async mark(mark: Mark, period: Period): Promise<void> {
			marks.set(mark, period);
			await guarded(
				relaxed("readwrite", (records) => {
					const done = committed(records.transaction);
					records.put(period, mark);
					return done;
				}),
			);
		},
	};
}
