import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { usePrerendered } from "./use-prerendered.ts";

/**
 * The state that a screen keeps in its address, and a function that changes it without a new history entry. A change starts from the
 * address itself: the router renders it as a transition, so the screen may be several keystrokes behind.
 * A prerendered page has no query: the first render shows what its HTML shows, and the next one, right after it, follows the address.
 * Does nothing once the user has left for another page, even if that is not on the screen yet.
 */
export function useAddress<A>(
	read: (query: URLSearchParams) => A,
	write: (address: A) => URLSearchParams,
): { address: A; go(change: (now: A) => A): void } {
	const [query, setQuery] = useSearchParams();
	const { pathname } = useLocation();
	const prerendered = usePrerendered();
	const text = prerendered ? "" : query.toString();
	const address = useMemo(() => read(new URLSearchParams(text)), [read, text]);
	const go = (change: (now: A) => A) => {
		if (location.pathname !== pathname) return;
		setQuery(write(change(read(new URLSearchParams(location.search)))), { replace: true });
	};
	return { address, go };
}
