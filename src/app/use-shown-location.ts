import { startTransition, useEffect, useState } from "react";
import { type Location, useLocation } from "react-router-dom";
import { SHELL } from "./route.ts";

const withoutTrailingSlash = (path: string) => path.replace(/(?<=[^/])\/+$/, "");

/**
 * The location of the shown page. A document that is served at other addresses (`/404`, the dashboard's shell) hydrates as itself,
 * without a query, and then shows the page of the address. `/offline` stays until the next navigation, because the page of the address
 * could not be loaded.
 */
export function useShownLocation(firstPath: string): Location {
	const location = useLocation();
	const [firstKey] = useState(location.key);
	const [asPrerendered, setAsPrerendered] = useState(
		firstPath === SHELL || firstPath !== withoutTrailingSlash(location.pathname) || location.search !== "",
	);
	useEffect(() => {
		// A transition: the old page stays until the new one's code has loaded.
		if (firstPath !== "/offline") startTransition(() => setAsPrerendered(false));
	}, [firstPath]);
	if (asPrerendered && location.key === firstKey) return { ...location, pathname: firstPath, search: "" };
	return location.pathname === SHELL ? { ...location, pathname: "/dashboard" } : location;
}
