import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

/**
 * What a screen keeps in its address: what is shown now, and how to change it without a new entry in the history. A change
 * starts from the address itself: the router renders it as a transition, and what is on the screen may be several keys behind.
 * Once the reader has left for another page, which may not be shown yet, nothing is changed.
 */
export function useAddress<A>(
	read: (query: URLSearchParams) => A,
	write: (address: A) => URLSearchParams,
): { address: A; go(change: (now: A) => A): void } {
	const [query, setQuery] = useSearchParams();
	const { pathname } = useLocation();
	const text = query.toString();
	const address = useMemo(() => read(new URLSearchParams(text)), [read, text]);
	const go = (change: (now: A) => A) => {
		if (location.pathname !== pathname) return;
		setQuery(write(change(read(new URLSearchParams(location.search)))), { replace: true });
	};
	return { address, go };
}
