import { useEffect, useRef } from "react";
import { type Location, useNavigationType } from "react-router-dom";
import { metaOf } from "./page.tsx";
import { routeOf } from "./routes.tsx";

/** What a document load does by itself and a client-side navigation does not: title, place and focus. */
export function useRouteChange({ key, pathname, hash }: Location): void {
	const navigation = useNavigationType();
	const named = useRef(pathname);
	useEffect(() => {
		if (named.current === pathname) return;
		named.current = pathname;
		let left = false;
		routeOf(pathname)
			?.Page.preload()
			.then(
				(module) => {
					if (!left) document.title = metaOf(module, pathname).title;
				},
				// The page itself says that it could not be loaded.
				() => undefined,
			);
		return () => {
			left = true;
		};
	}, [pathname]);

	const shown = useRef({ key, pathname });
	useEffect(() => {
		const before = shown.current;
		if (before.key === key) return;
		shown.current = { key, pathname };
		const anchor = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
		// Filters and open dialogs stand in the address too: they move nothing.
		if (before.pathname === pathname && !anchor) return;
		if (navigation !== "POP") {
			if (anchor) anchor.scrollIntoView({ behavior: "instant" });
			else scrollTo({ top: 0, behavior: "instant" });
		}
		focusOn(anchor ?? document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main"));
	}, [key, pathname, hash, navigation]);
}

/** Where a screen reader goes on reading, and where Tab starts. */
function focusOn(place: HTMLElement | null): void {
	if (!place) return;
	if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
	place.focus({ preventScroll: true });
}
