import { type RefObject, useLayoutEffect, useRef } from "react";

/** As long as the change from document to document, in `device.css`. */
const FADE_MS = 160;

/**
 * Each page of the dashboard fades in. Not by React's `<ViewTransition>`: from the moment React asks the browser for a picture
 * of the old page until it has one, a frame or more, it ignores every key and click and then puts the focus back.
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
