import { startTransition, useEffect, useState } from "react";
import { type Location, useLocation } from "react-router-dom";
import { SHELL } from "./routes.tsx";

const withoutTrailingSlash = (path: string) => path.replace(/(?<=[^/])\/+$/, "");

/**
 * The location whose page is shown. A document that is answered at other addresses than its own (`/404`, the dashboard's
 * shell) is hydrated as what it is, without a query, and then shows the page of the address. `/offline` stands for its address until the
 * next navigation: that page could not be had.
 */
export function useShownLocation(firstPath: string): Location {
	const location = useLocation();
	const [firstKey] = useState(location.key);
	const [stands, setStands] = useState(
		firstPath === SHELL || firstPath !== withoutTrailingSlash(location.pathname) || location.search !== "",
	);
	useEffect(() => {
		// A transition: what is shown stays until the page's code is there.
		if (firstPath !== "/offline") startTransition(() => setStands(false));
	}, [firstPath]);
	if (stands && location.key === firstKey) return { ...location, pathname: firstPath, search: "" };
	return location.pathname === SHELL ? { ...location, pathname: "/dashboard" } : location;
}
