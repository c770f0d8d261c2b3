/** Base path of the API (spec section 7). */
export const API_BASE = "/api/v1/";

/** Paths below API_BASE, with the trailing slash the specification gives them. */
export const API_PATHS = {
	startCombinedScan: "scans/combined/start/",
	outbox: "outbox/",
} as const;

/** Where an outbox entry of each kind goes as a request of its own, below API_BASE. */
export const ENTRY_PATHS = {
	"combined-scan": API_PATHS.startCombinedScan,
} as const;

/** How many entries one `POST outbox/` may carry. */
export const BATCH_LIMIT = 50;

/** Pages the server renders itself; the service worker leaves their navigations alone. */
export const SERVER_PAGES = ["/api/", "/r/", "/not-me/", "/.well-known/", "/scanner-info"] as const;
