import type { Origins } from "./origins.ts";

export type WriteHeaders = { origin: string | undefined; secFetchSite: string | undefined };

/**
 * Whether a write may have come from one of our pages. Browsers say where a request comes from, and no page can change that.
 * Other programs say nothing, but they do not carry a victim's cookies either.
 */
export function isSameOrigin({ origin, secFetchSite }: WriteHeaders, origins: Origins): boolean {
	// Our own pages with `Referrer-Policy: no-referrer` post their forms as "null" (Fetch, "append a request Origin header").
	if (origin === "null") return secFetchSite === "same-origin";
	if (origin !== undefined) return origins.isKnownOrigin(origin);
	return secFetchSite === undefined || secFetchSite === "same-origin" || secFetchSite === "none";
}
