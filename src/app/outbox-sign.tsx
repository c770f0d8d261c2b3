import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { Tally } from "#src/features/outbox-screen/watch-entries.ts";
import { afterLoad } from "#src/sw-bridge/after-load.ts";
import { routes } from "./routes.tsx";

const outboxRoute = routes.find(({ path }) => path === "/outbox");
const EMPTY: Tally = { waiting: 0, attention: 0 };

/** What waits on this device, from when the page has loaded. */
function useTally(): Tally {
	const [tally, setTally] = useState(EMPTY);
	useEffect(() => {
		let over = false;
		let stop = () => {};
		afterLoad(async () => {
			// Without its code or its storage nothing is known to wait; the outbox page says why.
			const code = await import("#src/features/outbox-screen/watch-entries.ts").catch(() => null);
			if (code && !over) stop = code.watchTally(setTally);
		});
		return () => {
			over = true;
			stop();
		};
	}, []);
	return tally;
}

/** Says in the header that something waits to be sent, and leads to it. Nothing waits: nothing there. */
export function OutboxSign() {
	const { waiting, attention } = useTally();
	const shown = waiting + attention > 0;
	useEffect(() => {
		// The link has to work when the network is gone, also before a worker keeps the page's code.
		if (shown) outboxRoute?.Page.preload().catch(() => undefined);
	}, [shown]);
	if (!shown) return null;
	return (
		<Link
			to="/outbox"
			className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-medium text-15 text-ink no-underline hover:text-accent"
		>
			Outbox
			<span className="rounded-control border border-current px-2 py-0.5 text-13 tabular-nums">
				{attention > 0 ? `${attention} to look at` : `${waiting} waiting`}
			</span>
		</Link>
	);
}
