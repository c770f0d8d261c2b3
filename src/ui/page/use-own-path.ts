import { useState } from "react";
import { useLocation } from "react-router-dom";

/** The address a page was shown for. The router's own is ahead while the next page is still being loaded. */
export function useOwnPath(): string {
	const { pathname } = useLocation();
	const [own] = useState(pathname);
	return own;
}
