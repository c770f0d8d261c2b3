import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Tally } from "#src/lib/outbox/watch-entries.ts";
import { Icon, type IconName } from "#src/ui/icon.tsx";
import { Bob } from "#src/ui/page/bob.tsx";
import { tallyLabel } from "../use-tally.ts";
import type { ItemName } from "./items.ts";

type Tab = "overview" | "scans" | "outbox" | "reports" | "more";

/** The tab of an address. Those without one of their own belong to More. */
function activeTab(path: string, active: ItemName | null): Tab | null {
	if (/^\/dashboard\/outbox(\/|$)/.test(path)) return "outbox";
	if (active === "overview" || active === "scans" || active === "reports") return active;
	return active === null ? null : "more";
}

const TAB =
	"group relative flex min-h-16 w-full cursor-pointer flex-col items-center justify-end gap-0.5 pb-1.5 text-13 text-quiet no-underline aria-[current]:font-semibold aria-[current]:text-ink";

function Face({ icon, current, children }: { icon: IconName; current: boolean; children: ReactNode }) {
	return (
		<>
			{current && (
				<span aria-hidden="true" className="absolute top-0 start-1/2 -ms-1">
					<Bob className="settle w-2" />
				</span>
			)}
			<Icon name={icon} />
			{children}
		</>
	);
}

type Props = {
	path: string;
	active: ItemName | null;
	tally: Tally;
	onMore(): void;
};

/** For phones. The bob hangs over the current tab. */
export function TabBar({ path, active, tally, onMore }: Props) {
	const at = activeTab(path, active);
	const count = tally.waiting + tally.attention;
	const tab = (name: Exclude<Tab, "more">, label: string, extra?: ReactNode) => (
		<li>
			<Link to={`/dashboard/${name}`} aria-current={at === name ? "page" : undefined} className={TAB}>
				<Face icon={name} current={at === name}>
					<span>{label}</span>
					{extra}
				</Face>
			</Link>
		</li>
	);
	return (
		<nav
			aria-label="Tabs"
			data-tab-bar=""
			className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-raised pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] ps-[env(safe-area-inset-left)] md:hidden print:hidden"
		>
			<ul className="mx-auto grid max-w-md grid-cols-5">
				{tab("overview", "Overview")}
				{tab("scans", "Scans")}
				{tab(
					"outbox",
					"Outbox",
					count > 0 && (
						<span className="absolute start-1/2 top-1.5 ms-2 min-w-5 rounded-control border border-ink bg-raised px-1 text-center font-semibold text-13 text-ink leading-4.5 tabular-nums">
							<span aria-hidden="true">{count > 99 ? "99+" : count}</span>
							<span className="sr-only">, {tallyLabel(tally)}</span>
						</span>
					),
				)}
				{tab("reports", "Reports")}
				<li>
					<button
						type="button"
						aria-haspopup="dialog"
						aria-current={at === "more" ? "true" : undefined}
						onClick={onMore}
						className={TAB}
					>
						<Face icon="more" current={at === "more"}>
							<span>More</span>
						</Face>
					</button>
				</li>
			</ul>
		</nav>
	);
}
