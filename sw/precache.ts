import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";

/** The addresses `urls` may stand under in the precache besides themselves: `/outbox/` is `/outbox.html`. */
const withoutTrailingSlash = ({ url }: { url: URL }): URL[] =>
	url.pathname.endsWith("/") && url.pathname !== "/"
		? [new URL(`${url.pathname.replace(/(?<!\/)\/+$/, "")}.html`, url.origin)]
		: [];

/** Keeps the build's files and answers requests for them, whatever their query: our pages read it themselves. */
export function servePrecache(manifest: (string | PrecacheEntry)[]): void {
	precacheAndRoute(manifest, {
		cleanURLs: true,
		ignoreURLParametersMatching: [/./],
		urlManipulation: withoutTrailingSlash,
	});
	cleanupOutdatedCaches();
}

/** A page of the build by its file name, undefined where the build has none. */
export const precachedPage = (file: string): Promise<Response | undefined> => matchPrecache(file);
