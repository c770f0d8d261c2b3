import type { ReactNode } from "react";
import { site } from "#src/config/site.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import type { Tally } from "#src/lib/outbox/watch-entries.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import type { Shown } from "#src/lib/workspace/shown.ts";
import { Icon } from "#src/ui/icon.tsx";
import { Bob } from "#src/ui/page/bob.tsx";
import { OfflineLine } from "../offline-line.tsx";
import { tallyLabel } from "../use-tally.ts";
import { AccountMenu } from "./account-menu.tsx";
import AppControls from "./app-controls.tsx";

/** On a phone, even one held sideways, the tabs show the outbox's state instead. */
function States({ tally }: { tally: Tally }) {
	const online = useOnline();
	const label = tallyLabel(tally);
	return (
		<p className="me-auto hidden items-center gap-5 text-15 md:flex">
			<span className="text-quiet">{online ? "Online" : "Offline"}</span>
			<Link
				to="/dashboard/outbox"
				className="inline-flex min-h-11 items-center gap-2 text-ink no-underline hover:text-accent sideways:hidden"
			>
				Outbox
				<span className="whitespace-nowrap rounded-control border border-line-strong px-2 py-0.5 text-13 tabular-nums">
					{label === "" ? "empty" : label}
				</span>
			</Link>
		</p>
	);
}

type Props = {
	path: string;
	tally: Tally;
	/** Null until we know what the screens are about. */
	shown: Shown | null;
	switcher: ReactNode;
	onMenu(): void;
	onSignOut(): void;
};

export function DashboardHeader({ path, tally, shown, switcher, onMenu, onSignOut }: Props) {
	return (
		<header className="sticky top-0 z-10 border-line border-b bg-paper pt-[env(safe-area-inset-top)] sideways:static print:hidden">
			<div className="frame @container/bar">
				<div className="flex min-h-(--bar) flex-wrap items-stretch justify-between gap-x-3">
					<AppControls />
					<Link to="/" className="flex min-h-(--bar) gap-2.5 text-ink no-underline md:hidden frameless:hidden">
						<span aria-hidden="true" className="flex w-3 flex-col items-center pb-2">
							<span className="w-0 grow border-line-strong border-s" />
							<Bob className="w-3" />
						</span>
						<span className="self-center font-semibold text-17 tracking-[-0.01em] @max-[17rem]/bar:sr-only">
							{site.name}
						</span>
					</Link>
					{switcher}
					<States tally={tally} />
					<div className="flex flex-wrap items-center gap-2 md:gap-4">
						{(shown === null || shown.can("work")) && (
							<Link
								to="/dashboard/scans"
								className="inline-flex min-h-[min(2.75rem,44px)] items-center whitespace-nowrap rounded-control border border-accent bg-accent px-3 font-semibold text-15 text-accent-ink no-underline hover:border-ink hover:bg-ink hover:text-paper md:px-4"
							>
								New Scan
							</Link>
						)}
						<AccountMenu path={path} onSignOut={onSignOut} />
						<button
							type="button"
							aria-haspopup="dialog"
							onClick={onMenu}
							className="-me-2.5 grid size-[min(2.75rem,52px)] cursor-pointer place-items-center rounded-control text-ink md:hidden"
						>
							<Icon name="menu" />
							<span className="sr-only">Menu</span>
						</button>
					</div>
				</div>
			</div>
			<OfflineLine />
		</header>
	);
}
