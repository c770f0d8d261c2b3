import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";

/** Other names of an address in the precache: `/outbox/` is `/outbox.html`. */
const withoutTrailingSlash = ({ url }: { url: URL }): URL[] =>
	url.pathname.endsWith("/") && url.pathname !== "/"
		? [new URL(`${url.pathname.replace(/(?<!\/)\/+$/, "")}.html`, url.origin)]
		: [];

/** Stores the build's files and answers requests for them. Ignores the query, which our pages read themselves. */
export function servePrecache(manifest: (string | PrecacheEntry)[]): void {
	precacheAndRoute(manifest, {
		cleanURLs: true,
		ignoreURLParametersMatching: [/./],
		urlManipulation: withoutTrailingSlash,
	});
	cleanupOutdatedCaches();
}

/** A page of the build by its file name; undefined if the build has none. */
export const precachedPage = (file: string): Promise<Response | undefined> => matchPrecache(file);
