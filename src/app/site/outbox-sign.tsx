import { useEffect } from "react";
import { Link } from "react-router-dom";
import { routes } from "../routes.tsx";
import { tallyLabel, useTally } from "../use-tally.ts";

const outboxRoute = routes.find(({ path }) => path === "/outbox");
/** The header's link to the outbox with the number of waiting requests. Empty if there are none. */
export function OutboxSign() {
	const label = tallyLabel(useTally());
	const shown = label !== "";
	useEffect(() => {
		// The link has to work without a network, even before a worker has stored the page's code.
		if (shown) outboxRoute?.Page.preload().catch(() => undefined);
	}, [shown]);
	if (!shown) return null;
	return (
		<Link
			to="/outbox"
			className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-medium text-15 text-ink no-underline hover:text-accent"
		>
			Outbox
			<span className="rounded-control border border-current px-2 py-0.5 text-13 tabular-nums">{label}</span>
		</Link>
	);
}
