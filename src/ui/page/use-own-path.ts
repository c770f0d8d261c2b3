import { useState } from "react";
import { useLocation } from "react-router-dom";

/** The address a page was rendered for. The router's path is already the next page's while that page is still loading. */
export function useOwnPath(): string {
	const { pathname } = useLocation();
	const [own] = useState(pathname);
	return own;
}
