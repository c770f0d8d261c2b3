import { useSyncExternalStore } from "react";

/** Scrolled by more than this, the header becomes compact (specification, section 9). CSS pixels. */
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
