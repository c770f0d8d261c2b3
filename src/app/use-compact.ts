import { useSyncExternalStore } from "react";

/** The header becomes compact after scrolling by more than this many CSS pixels (specification, section 9). */
const COMPACT_AFTER = 20;

function subscribe(listener: () => void): () => void {
	addEventListener("scroll", listener, { passive: true });
	return () => removeEventListener("scroll", listener);
}

/** Whether the page has been scrolled away from its top. */
export const useCompact = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => scrollY > COMPACT_AFTER,
		() => false,
	);
