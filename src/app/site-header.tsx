import { Link } from "react-router-dom";
import { Wordmark } from "#src/ui/wordmark.tsx";
import { OfflineLine } from "./offline-line.tsx";
import { OutboxSign } from "./outbox-sign.tsx";
import { useCompact } from "./use-compact.ts";

const LINE = "inline-flex min-h-11 items-center px-3 text-15 text-ink no-underline hover:text-accent last:pe-0";

/** Stays at the top and becomes lower when the page is scrolled. Out of the flow, so that nothing moves with it. */
export function SiteHeader() {
	const compact = useCompact();
	return (
		<header
			data-compact={compact ? "" : undefined}
			className="group fixed inset-x-0 top-0 z-10 border-transparent border-b bg-paper pt-[env(safe-area-inset-top)] transition-colors duration-160 data-compact:border-line print:static"
		>
			<div className="frame flex h-18 items-stretch justify-between transition-[height] duration-160 ease-out group-data-compact:h-13">
				<Link to="/" className="text-ink no-underline">
					<Wordmark />
				</Link>
				<nav aria-label="Main" className="flex items-center">
					<OutboxSign />
					<Link to="/solutions" className={`${LINE} max-md:hidden`}>
						Solutions
					</Link>
					<Link to="/contact-us" className={`${LINE} max-md:hidden`}>
						Contact
					</Link>
					<Link to="/auth/login" className={LINE}>
						Sign in
					</Link>
				</nav>
			</div>
			<OfflineLine />
		</header>
	);
}
