import { readAccount, subscribeAccount } from "#src/lib/account/account.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { coalesced, resting } from "#src/outbox/platform/coalesced.ts";
import type { Contents, Entry, Outbox } from "#src/requests/entry.ts";
import { visibleEntries } from "./visible-entries.ts";

export type Reading = ({ ok: true } & Contents) | { ok: false; error: unknown };

/** Minimum milliseconds between reads: a pass makes many changes, and no one can read a list that fast. */
const REST_MS = 250;

/** Reports what the outbox holds, now and after every change. Changes close together cause a single extra read. */
export function watchEntries(
	outbox: Pick<Outbox, "contents" | "subscribe">,
	listener: (reading: Reading) => void,
	rest = resting(REST_MS),
): () => void {
	let over = false;
	const read = coalesced(async () => {
		if (over) return;
		const reading = await outbox.contents().then(
			(contents): Reading => ({ ok: true, ...contents }),
			(error: unknown): Reading => ({ ok: false, error }),
		);
		if (!over) listener(reading);
	}, rest);
	const unsubscribe = outbox.subscribe(read);
	read();
	return () => {
		over = true;
		unsubscribe();
	};
}

/** `attention`: held until a person decides, or refused. */
export type Tally = { waiting: number; attention: number };

export function tally(entries: readonly Entry[]): Tally {
	const attention = entries.filter(({ status }) => status === "held" || status === "rejected").length;
	const waiting = entries.filter((entry) => isWaiting(entry) && entry.status !== "held").length;
	return { waiting, attention };
}

/** Calls back with the number of waiting entries, now and after every change. If storage cannot be read, nothing waits. */
export function watchTally(listener: (tally: Tally) => void): () => void {
	let entries: readonly Entry[] = [];
	const tell = () => listener(tally(visibleEntries(entries, readAccount()).entries));
	const stop = watchEntries(browserOutbox(), (reading) => {
		entries = reading.ok ? reading.entries : [];
		tell();
	});
	const unsubscribe = subscribeAccount(tell);
	return () => {
		stop();
		unsubscribe();
	};
}
