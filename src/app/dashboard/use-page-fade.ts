import { type RefObject, useLayoutEffect, useRef } from "react";

/** The same length as the transition between documents in `device.css`. */
const FADE_MS = 160;

/**
 * Fades in each page of the dashboard. Not with React's `<ViewTransition>`: from the moment React asks the browser for a
 * snapshot of the old page until it has one, a frame or more, it ignores every key and click and then puts the focus back.
 */
export function usePageFade(main: RefObject<HTMLElement | null>, path: string): void {
	const shown = useRef(path);
	useLayoutEffect(() => {
		if (shown.current === path) return;
		shown.current = path;
		if (matchMedia("(prefers-reduced-motion: no-preference)").matches) {
			main.current?.animate({ opacity: [0, 1] }, FADE_MS);
		}
	}, [main, path]);
}
