import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";

/** Where each entry of the history was scrolled to, for as long as this document lives; a reload is the browser's own matter. */
const places = new Map<string, number>();

/** Whoever does one of these wants to be somewhere else. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Going back returns to the place one had scrolled to. The browser does so at the moment of `popstate`, when the page that is
 * left is still shown while the next one is rendered: where it is shorter the place is cut off.
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
		// Parts of the page come after it.
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
