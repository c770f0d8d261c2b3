import { useEffect, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { deferred } from "#src/ui/deferred.tsx";
import { Wordmark } from "#src/ui/page/wordmark.tsx";
import { OfflineLine } from "../offline-line.tsx";
import { routes } from "../routes.tsx";
import { tallyLabel, useTally } from "../use-tally.ts";

const outboxRoute = routes.find(({ path }) => path === "/outbox");

/** The header's link to the outbox, with the number of waiting requests. Renders nothing if there are none. */
function OutboxSign() {
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

const SiteNav = deferred(() => import("./site-nav.tsx"));

/** The header becomes compact after scrolling by more than this many CSS pixels (specification, section 9). */
const COMPACT_AFTER = 20;

function subscribe(listener: () => void): () => void {
	addEventListener("scroll", listener, { passive: true });
	return () => removeEventListener("scroll", listener);
}

/** Whether the page has been scrolled away from its top. */
const useCompact = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => scrollY > COMPACT_AFTER,
		() => false,
	);

/** Stays at the top and shrinks when the page scrolls. It is out of the flow, so nothing else moves when it shrinks. */
export function SiteHeader() {
	const compact = useCompact();
	return (
		<header
			data-compact={compact ? "" : undefined}
			className="group fixed inset-x-0 top-0 z-10 border-transparent border-b bg-paper pt-[env(safe-area-inset-top)] transition-colors duration-160 data-compact:border-line print:static"
		>
			<div className="frame bar flex items-stretch justify-between transition-[height] duration-160 ease-out">
				<Link to="/" className="text-ink no-underline">
					<Wordmark />
				</Link>
				<div className="flex items-center">
					<OutboxSign />
					<SiteNav />
				</div>
			</div>
			<OfflineLine />
		</header>
	);
}
