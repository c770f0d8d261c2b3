import { useEffect, useState } from "react";
import type { Tally } from "#src/lib/outbox/watch-entries.ts";
import { afterLoad } from "#src/sw-bridge/after-load.ts";

const EMPTY: Tally = { waiting: 0, attention: 0 };

/** What waits on this device, from when the page has loaded. */
export function useTally(): Tally {
	const [tally, setTally] = useState(EMPTY);
	useEffect(() => {
		let over = false;
		let stop = () => {};
		afterLoad(async () => {
			// Without its code or its storage nothing is known to wait; the outbox page says why.
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

/** In a word or two; empty where nothing waits. */
export function tallyLabel({ waiting, attention }: Tally): string {
	if (attention > 0) return `${attention} to look at`;
	return waiting > 0 ? `${waiting} waiting` : "";
}
