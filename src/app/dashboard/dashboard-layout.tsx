import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { queryClient } from "#src/lib/data/query-client.ts";
import { deferred } from "#src/ui/deferred.tsx";
import { useTally } from "../use-tally.ts";
import { DashboardHeader } from "./header.tsx";
import { activeItem } from "./items.ts";
import { OverlayMenu } from "./overlay-menu.tsx";
import { SessionNotice } from "./session-notice.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TabBar } from "./tab-bar.tsx";
import { usePageFade } from "./use-page-fade.ts";
import { useScrollMemory } from "./use-scroll-memory.ts";
import { useSignOut } from "./use-sign-out.tsx";

const UnclaimedPrompt = deferred(() =>
	import("#src/features/outbox-screen/unclaimed-prompt.tsx").then(({ UnclaimedPrompt }) => ({
		default: UnclaimedPrompt,
	})),
);

type Props = {
	/** Of the shown page. */
	path: string;
	children: ReactNode;
};

/** The dashboard's shell. It stays while the pages inside change. */
export default function DashboardLayout({ path, children }: Props) {
	useScrollMemory();
	const main = useRef<HTMLElement>(null);
	usePageFade(main, path);
	const menu = useRef<HTMLDialogElement>(null);
	const openMenu = () => menu.current?.showModal();
	const active = activeItem(path);
	const tally = useTally();
	const { askSignOut, question } = useSignOut();
	return (
		<QueryClientProvider client={queryClient}>
			<div className="grow md:grid md:grid-cols-[auto_minmax(0,1fr)] sideways:block sideways:ps-(--rail)">
				<Sidebar active={active} />
				<div className="flex min-h-dvh flex-col">
					<DashboardHeader path={path} tally={tally} onMenu={openMenu} onSignOut={askSignOut} />
					<SessionNotice path={path} />
					<main
						ref={main}
						id="main"
						tabIndex={-1}
						className="grow pb-[calc(5rem+env(safe-area-inset-bottom))] md:pb-0 sideways:pb-0"
					>
						{/* The outbox page has its own. */}
						{path !== "/dashboard/outbox" && (
							<div className="frame pt-6 empty:hidden">
								<UnclaimedPrompt />
							</div>
						)}
						{children}
					</main>
					<TabBar path={path} active={active} tally={tally} onMore={openMenu} />
					<OverlayMenu dialog={menu} path={path} active={active} tally={tally} onSignOut={askSignOut} />
					{question}
				</div>
			</div>
		</QueryClientProvider>
	);
}
