import { useEffect, useRef } from "react";
import { type Location, useNavigationType } from "react-router-dom";
import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";
import { metaOf } from "./page.tsx";
import { preloadPage } from "./routes.tsx";
import { titlePage } from "./title.ts";

/** Does what a document load does by itself and a client-side navigation doesn't: title, scroll position, and focus. */
export function useRouteChange({ key, pathname, hash }: Location): void {
	const navigation = useNavigationType();
	const named = useRef(pathname);
	useEffect(() => {
		if (named.current === pathname) return;
		named.current = pathname;
		let left = false;
		preloadPage(pathname).then(
			(module) => {
				if (!left && module) titlePage(metaOf(module, screenPath(pathname)).title);
			},
			// The page itself says that it couldn't be loaded.
			() => undefined,
		);
		return () => {
			left = true;
		};
	}, [pathname]);

	const shown = useRef({ key, pathname });
	useEffect(() => {
		const before = shown.current;
		// This also happens without a navigation: a shell document becomes its address's page.
		shown.current = { key, pathname };
		if (before.key === key) return;
		const anchor = placeOf(hash);
		// The address also stores filters and open dialogs; changing those doesn't scroll.
		if (before.pathname === pathname && !anchor) return;
		if (anchor) return arriveAt(anchor, navigation !== "POP");
		if (navigation !== "POP") scrollTo({ top: 0, behavior: "instant" });
		focusOn(document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main"));
		// Parts of a page load after the page does.
		if (hash === "" || navigation === "POP") return;
		const observer = new MutationObserver(() => {
			const late = placeOf(hash);
			if (!late) return;
			observer.disconnect();
			arriveAt(late, true);
		});
		observer.observe(document.body, { childList: true, subtree: true });
		return () => observer.disconnect();
	}, [key, pathname, hash, navigation]);
}

const placeOf = (hash: string) => (hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1))));

function arriveAt(place: HTMLElement, scrolls: boolean): void {
	if (scrolls) place.scrollIntoView({ behavior: "instant" });
	focusOn(place);
}

/** Where a screen reader continues and where Tab starts. */
function focusOn(place: HTMLElement | null): void {
	if (!place) return;
	if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
	place.focus({ preventScroll: true });
}
