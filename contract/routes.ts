/** Base path of the API (spec section 7). */
export const API_BASE = "/api/v1/";

/** Paths below API_BASE, with the trailing slash the specification gives them. */
export const API_PATHS = {
	startCombinedScan: "scans/combined/start/",
} as const;

/** Pages the server renders itself; the service worker leaves their navigations alone. */
export const SERVER_PAGES = ["/api/", "/r/", "/not-me/", "/.well-known/", "/scanner-info"] as const;
