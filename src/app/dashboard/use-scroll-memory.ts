import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";

/** The scroll position of each history entry while this document lives. The browser handles reloads itself. */
const places = new Map<string, number>();

/** A user who does one of these wants another position. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Going back restores the scroll position. The browser does so on `popstate`, while the old page is still shown: if that one is
 * shorter, the position is cut off.
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
		// Parts of the page load after it.
		const growing = new ResizeObserver(() => {
			scrollTo({ top: place, behavior: "instant" });
			if (Math.abs(scrollY - place) < 2) settle();
		});
		const settle = () => {
			growing.disconnect();
			addEventListener("scroll", note, { passive: true, signal: end.signal });
		};
		for (const event of TAKES_OVER) addEventListener(event, settle, { passive: true, once: true, signal: end.signal });
		growing.observe(document.body);
		return () => {
			growing.disconnect();
			end.abort();
		};
	}, [key]);
}
