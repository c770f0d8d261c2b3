import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";

/** The parts of the Navigation API that are used; browsers without it go back without asking. */
type Navigation = {
	addEventListener(type: "navigate", listener: (event: NavigateEvent) => void): void;
	removeEventListener(type: "navigate", listener: (event: NavigateEvent) => void): void;
	traverseTo(key: string): unknown;
};
type NavigateEvent = Event & { navigationType: string; destination: { url: string; key: string } };

const navigationApi = () => (window as { navigation?: Navigation }).navigation;

const isHere = (url: string) => new URL(url).pathname === location.pathname;

/** The address of another screen in this app that a click leads to; null if it leads to none. */
function addressOf(event: MouseEvent): string | null {
	const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
	const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
	if (!isPlain || !link || link.target !== "" || link.hasAttribute("download")) return null;
	const { origin, pathname, search, hash } = new URL(link.href);
	return origin === location.origin && !isHere(link.href) ? `${pathname}${search}${hash}` : null;
}

/**
 * While `active`, links and the way back ask first. `leaving` is the blocked navigation: call it to leave after all. Closing the window is
 * not covered.
 */
export function useLeaveGuard(active: boolean): { leaving: (() => void) | null; stay(): void } {
	const navigate = useNavigate();
	const [leaving, setLeaving] = useState<(() => void) | null>(null);
	const passes = useRef(false);
	const go = useRef(navigate);
	go.current = navigate;
	useEffect(() => {
		if (!active) return;
		passes.current = false;
		const leaveBy = (way: () => void) =>
			setLeaving(() => () => {
				passes.current = true;
				way();
			});
		const onClick = (event: MouseEvent) => {
			const address = addressOf(event);
			if (address === null || passes.current) return;
			event.preventDefault();
			event.stopPropagation();
			leaveBy(() => void go.current(address));
		};
		const onNavigate = (event: NavigateEvent) => {
			const { navigationType, cancelable, destination } = event;
			if (passes.current || navigationType !== "traverse" || !cancelable || isHere(destination.url)) return;
			event.preventDefault();
			leaveBy(() => void navigationApi()?.traverseTo(destination.key));
		};
		// Runs before the router sees it.
		document.addEventListener("click", onClick, true);
		navigationApi()?.addEventListener("navigate", onNavigate);
		return () => {
			document.removeEventListener("click", onClick, true);
			navigationApi()?.removeEventListener("navigate", onNavigate);
		};
	}, [active]);
	return { leaving, stay: () => setLeaving(null) };
}
