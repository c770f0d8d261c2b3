import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { routes } from "./routes.tsx";

/** What a document load does by itself and a client-side navigation does not: title, place and focus. */
export function useRouteChange(): void {
	const { key, pathname } = useLocation();
	const navigation = useNavigationType();
	const shown = useRef(key);
	useEffect(() => {
		if (shown.current === key) return;
		shown.current = key;
		const route = routes.find(({ path }) => path === pathname) ?? routes.find(({ path }) => path === "/404");
		if (route) document.title = route.title;
		if (navigation !== "POP") scrollTo({ top: 0, behavior: "instant" });
		// Where a screen reader goes on reading, and where Tab starts.
		document.getElementById("main")?.focus({ preventScroll: true });
	}, [key, pathname, navigation]);
}
