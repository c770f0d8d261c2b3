import type { ReactNode } from "react";
import type { Tally } from "#src/lib/outbox/watch-entries.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Icon, type IconName } from "#src/ui/icon.tsx";
import { Bob } from "#src/ui/page/bob.tsx";
import { tallyLabel } from "../use-tally.ts";
import type { ItemName } from "./items.ts";

type Tab = "overview" | "scans" | "outbox" | "reports" | "more";

/** The tab for an address. Addresses without their own tab belong to More. */
function activeTab(path: string, active: ItemName | null): Tab | null {
	if (/^\/dashboard\/outbox(\/|$)/.test(path)) return "outbox";
	if (active === "overview" || active === "scans" || active === "reports") return active;
	return active === null ? null : "more";
}

const TAB =
	"group relative flex min-h-[min(4rem,64px)] w-full cursor-pointer flex-col items-center justify-end gap-0.5 pb-1.5 text-13 text-quiet no-underline aria-[current]:font-semibold aria-[current]:text-ink";

type FaceProps = { icon: IconName; label: string; current: boolean; children?: ReactNode };

/** With large text, only the icon is visible: the label wouldn't fit, but remains the accessible name. */
function Face({ icon, label, current, children }: FaceProps) {
	return (
		<>
			{current && (
				<span aria-hidden="true" className="absolute top-0 start-1/2 -ms-1">
					<Bob className="settle w-2" />
				</span>
			)}
			<Icon name={icon} />
			<span className="whitespace-nowrap @max-[3.75rem]:sr-only">{label}</span>
			{children}
		</>
	);
}

type Props = {
	path: string;
	active: ItemName | null;
	tally: Tally;
	/** Above the tabs on an upright phone. */
	strip: ReactNode;
	onMore(): void;
};

/** For phones: below the thumb, or a rail beside the page when held sideways. The bob hangs over the current tab. */
export function TabBar({ path, active, tally, strip, onMore }: Props) {
	const at = activeTab(path, active);
	const count = tally.waiting + tally.attention;
	const tab = (name: Exclude<Tab, "more">, label: string, extra?: ReactNode) => (
		<li className="@container">
			<Link to={`/dashboard/${name}`} aria-current={at === name ? "page" : undefined} className={TAB}>
				<Face icon={name} label={label} current={at === name}>
					{extra}
				</Face>
			</Link>
		</li>
	);
	return (
		<nav
			aria-label="Tabs"
			data-tab-bar=""
			className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-raised pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] ps-[env(safe-area-inset-left)] md:hidden sideways:inset-y-0 sideways:end-auto sideways:block sideways:w-(--rail) sideways:overflow-y-auto sideways:border-e sideways:border-t-0 sideways:pe-0 sideways:pt-[env(safe-area-inset-top)] print:hidden"
		>
			{strip && <div className="sideways:hidden">{strip}</div>}
			<ul className="mx-auto grid max-w-md grid-cols-5 sideways:min-h-full sideways:grid-cols-1 sideways:content-center">
				{tab("overview", "Overview")}
				{tab("scans", "Scans")}
				{tab(
					"outbox",
					"Outbox",
					count > 0 && (
						<span className="absolute start-1/2 top-1.5 ms-[min(0.5rem,8px)] min-w-[min(1.25rem,20px)] whitespace-nowrap rounded-control border border-ink bg-raised px-[min(0.25rem,4px)] text-center font-semibold text-[min(0.8125rem,16px)] text-ink leading-snug tabular-nums sideways:start-auto sideways:end-0.5">
							<span aria-hidden="true" data-count="">
								{count > 99 ? "99+" : count}
							</span>
							<span className="sr-only">, {tallyLabel(tally)}</span>
						</span>
					),
				)}
				{tab("reports", "Reports")}
				<li className="@container">
					<button
						type="button"
						aria-haspopup="dialog"
						aria-current={at === "more" ? "true" : undefined}
						onClick={onMore}
						className={TAB}
					>
						<Face icon="more" label="More" current={at === "more"} />
					</button>
				</li>
			</ul>
		</nav>
	);
}
