import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";

/** The scroll position of each history entry, for the life of this document. The browser handles reloads itself. */
const places = new Map<string, number>();

/** Any of these means the user is scrolling, so restoring stops. */
const USER_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Going back or forward restores the scroll position. The browser does so on `popstate`, while the old page is still shown: if that
 * page is shorter, the position is clamped.
 */
export function useScrollMemory(): void {
	const { key } = useLocation();
	useLayoutEffect(() => {
		const place = places.get(key) ?? 0;
		const end = new AbortController();
		const note = () => places.set(key, scrollY);
		if (place === 0) {
			addEventListener("scroll", note, { passive: true, signal: end.signal });
			return () => end.abort();
		}
		// Content loads late, so this tries again as the page grows.
		const growing = new ResizeObserver(() => {
			scrollTo({ top: place, behavior: "instant" });
			if (Math.abs(scrollY - place) < 2) settle();
		});
		const settle = () => {
			growing.disconnect();
			addEventListener("scroll", note, { passive: true, signal: end.signal });
		};
		for (const event of USER_INPUT) addEventListener(event, settle, { passive: true, once: true, signal: end.signal });
		growing.observe(document.body);
		return () => {
			growing.disconnect();
			end.abort();
		};
	}, [key]);
}
