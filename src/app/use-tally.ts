import { useEffect, useState } from "react";
import type { Tally } from "#src/lib/outbox/watch-entries.ts";
import { afterLoad } from "#src/sw-bridge/after-load.ts";

const EMPTY: Tally = { waiting: 0, attention: 0 };

/** The number of waiting requests, once the page has loaded. */
export function useTally(): Tally {
	const [tally, setTally] = useState(EMPTY);
	useEffect(() => {
		let over = false;
		let stop = () => {};
		afterLoad(async () => {
			// Without the code or the storage, show nothing. The outbox page says why.
			const code = await import("#src/lib/outbox/watch-entries.ts").catch(() => null);
			if (code && !over) stop = code.watchTally(setTally);
		});
		return () => {
			over = true;
			stop();
		};
	}, []);
	return tally;
}

/** A short label; empty if nothing waits. */
export function tallyLabel({ waiting, attention }: Tally): string {
	if (attention > 0) return `${attention} to look at`;
	return waiting > 0 ? `${waiting} waiting` : "";
}
