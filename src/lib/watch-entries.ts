import { browserOutbox } from "#src/outbox/browser.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";
import type { Outbox } from "#src/outbox/outbox.ts";
import { readAccount, subscribeAccount } from "./account.ts";
import { visibleEntries } from "./visible-entries.ts";

export type Reading = { ok: true; entries: Entry[] } | { ok: false; error: unknown };

/** Reads the outbox now and after every change. Changes that come while it is being read make one more reading, not many. */
export function watchEntries(
	outbox: Pick<Outbox, "list" | "subscribe">,
	listener: (reading: Reading) => void,
): () => void {
	let over = false;
	let reading = false;
	let again = false;
	const read = async () => {
		if (reading) {
			again = true;
			return;
		}
		reading = true;
		do {
			again = false;
			const result: Reading = await outbox.list().then(
				(entries) => ({ ok: true, entries }),
				(error: unknown) => ({ ok: false, error }),
			);
			if (!over) listener(result);
		} while (again && !over);
		reading = false;
	};
	const unsubscribe = outbox.subscribe(() => void read());
	void read();
	return () => {
		over = true;
		unsubscribe();
	};
}

/** `attention`: a person has to decide before they go out, or they were refused. */
export type Tally = { waiting: number; attention: number };

export function tally(entries: readonly Entry[]): Tally {
	const attention = entries.filter(({ status }) => status === "held" || status === "rejected").length;
	const waiting = entries.filter((entry) => isWaiting(entry) && entry.status !== "held").length;
	return { waiting, attention };
}

/** Calls back with what waits on this device, now and after every change. Where nothing can be read, nothing waits. */
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
