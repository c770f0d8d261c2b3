import { useEffect } from "react";
import { Link } from "react-router-dom";
import { routes } from "./routes.tsx";
import { tallyLabel, useTally } from "./use-tally.ts";

const outboxRoute = routes.find(({ path }) => path === "/outbox");
/** Says in the header that something waits to be sent, and leads to it. Nothing waits: nothing there. */
export function OutboxSign() {
	const words = tallyLabel(useTally());
	const shown = words !== "";
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
			<span className="rounded-control border border-current px-2 py-0.5 text-13 tabular-nums">{words}</span>
		</Link>
	);
}
