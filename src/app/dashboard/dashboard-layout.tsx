import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { Navigate } from "react-router-dom";
import { queryClient } from "#src/lib/data/query-client.ts";
import { useLock } from "#src/lib/lock/use-lock.ts";
import { watchLock } from "#src/lib/lock/watch-lock.ts";
import { codeIn } from "#src/lib/workspace/routing/address.ts";
import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";
import { useMemberships } from "#src/lib/workspace/use-memberships.ts";
import { useShownState } from "#src/lib/workspace/use-scope.ts";
import { latePart } from "#src/ui/late-part.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { titleClient } from "../title.ts";
import { useTally } from "../use-tally.ts";
import { ClientSwitcher, isSwitchable } from "./clients/client-switcher.tsx";
import { ShownScreen } from "./clients/shown-screen.tsx";
import { type LostNotice, useLostScope } from "./clients/use-lost-scope.ts";
import { useShownPlace } from "./clients/use-shown-place.ts";
import { DashboardHeader } from "./header.tsx";
import { activeItem } from "./items.ts";
import { OverlayMenu } from "./overlay-menu.tsx";
import { SessionNotice } from "./session-notice.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TabBar } from "./tab-bar.tsx";
import { useScrollMemory } from "./use-scroll-memory.ts";
import { useSignOut } from "./use-sign-out.tsx";

/** The same length as the transition between documents in `device.css`. */
const FADE_MS = 160;

/**
 * Fades in each page of the dashboard. Not with React's `<ViewTransition>`: from the moment React asks the browser for a
 * snapshot of the old page until it has one, a frame or more, it ignores every key and click and then puts the focus back.
 */
function usePageFade(main: RefObject<HTMLElement | null>, path: string): void {
	const shown = useRef(path);
	useLayoutEffect(() => {
		if (shown.current === path) return;
		shown.current = path;
		if (matchMedia("(prefers-reduced-motion: no-preference)").matches) {
			main.current?.animate({ opacity: [0, 1] }, FADE_MS);
		}
	}, [main, path]);
}

/** Explains below the header why the screens now show something else, until dismissed. */
const LostLine = ({ lost, onRead }: { lost: LostNotice | null; onRead(): void }) => (
	<div role="status">
		{lost && (
			<div className="border-line border-b bg-raised print:hidden">
				<p className="frame flex flex-wrap items-center gap-x-4 py-1 text-15">
					<span className="min-w-0">
						<b className="font-semibold">{lost.title}</b> {lost.text}
					</span>
					<TextButton onClick={onRead}>OK</TextButton>
				</p>
			</div>
		)}
	</div>
);

const LockScreen = lazy(() => import("#src/features/lock/lock-screen.tsx"));
const ClosedWorkspace = latePart(() => import("./closed-workspace.tsx"));
const LockDemand = latePart(() => import("#src/features/lock/lock-demand.tsx"));
const UnclaimedPrompt = latePart(() =>
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
function Shell({ path: address, children }: Props) {
	const path = screenPath(address);
	const state = useShownState(codeIn(address));
	const elsewhere = useShownPlace(address, state);
	const memberships = useMemberships();
	const shown = state.status === "shown" ? state.shown : null;
	const switchable = isSwitchable(state.status === "unknown-client" ? state : shown, memberships);
	const { lost, dismiss } = useLostScope();
	useEffect(() => {
		titleClient(shown?.client?.name ?? "");
		return () => titleClient("");
	}, [shown?.client?.name]);
	useScrollMemory();
	const main = useRef<HTMLElement>(null);
	usePageFade(main, address);
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
					<DashboardHeader
						path={address}
						tally={tally}
						shown={shown}
						switcher={switchable && <ClientSwitcher shown={shown} memberships={memberships} place="header" />}
						onMenu={openMenu}
						onSignOut={askSignOut}
					/>
					<SessionNotice path={path} />
					<LockDemand />
					<ClosedWorkspace />
					<LostLine lost={lost} onRead={dismiss} />
					<main
						ref={main}
						id="main"
						tabIndex={-1}
						// `--foot`: the height of the tabs at the bottom, for what stays above them. `data-fills` screens fill the available height.
						className={`grow has-[[data-fills]]:flex has-[[data-fills]]:flex-col pb-[calc(var(--foot)+1rem+env(safe-area-inset-bottom))] md:pb-0 sideways:pb-0 ${switchable ? "[--foot:calc(min(4rem,64px)+2.75rem)]" : "[--foot:min(4rem,64px)]"}`}
					>
						{/* The outbox page has its own. */}
						{path !== "/dashboard/outbox" && (
							<div className="frame pt-6 empty:hidden">
								<UnclaimedPrompt />
							</div>
						)}
						{elsewhere === null ? (
							<ShownScreen state={state} memberships={memberships}>
								{children}
							</ShownScreen>
						) : (
							<Navigate to={elsewhere} replace />
						)}
					</main>
					<TabBar
						path={path}
						active={active}
						tally={tally}
						strip={switchable && <ClientSwitcher shown={shown} memberships={memberships} place="strip" />}
						onMore={openMenu}
					/>
					<OverlayMenu dialog={menu} path={address} active={active} tally={tally} onSignOut={askSignOut} />
					{question}
				</div>
			</div>
		</QueryClientProvider>
	);
}

/** The dashboard, or just the lock: while locked, none of the dashboard is in the page. */
export default function DashboardLayout(props: Props) {
	useEffect(watchLock, []);
	const lock = useLock();
	if (lock.status !== "locked") return <Shell {...props} />;
	return (
		<Suspense fallback={null}>
			<LockScreen state={lock} />
		</Suspense>
	);
}
