import type { Origins } from "./origins.ts";

export type WriteHeaders = { origin: string | undefined; secFetchSite: string | undefined };

/**
 * Whether a write may have come from a page of ours. Browsers say where a request comes from and no page can change that;
 * programs that are not browsers say nothing, and carry no cookies of a victim either.
 */
export function isSameOrigin({ origin, secFetchSite }: WriteHeaders, origins: Origins): boolean {
	// Our own pages with `Referrer-Policy: no-referrer` post their forms as "null" (Fetch, "append a request Origin header").
	if (origin === "null") return secFetchSite === "same-origin";
	if (origin !== undefined) return origins.isKnownOrigin(origin);
	return secFetchSite === undefined || secFetchSite === "same-origin" || secFetchSite === "none";
}
