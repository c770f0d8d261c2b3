import type { Puppeteer } from "lighthouse";
import type { PwaArtifact, UpdateFound, Worker } from "./artifact.ts";

/** How long a page may take to get its worker after it has loaded. */
const PATIENCE = 60_000;
/** How long a changed worker may take to fetch and store its files. */
const INSTALL_PATIENCE = 60_000;
const MOMENT = 500;

/** The worker of a page, once it is active and has had time to take control. */
export function findWorker(page: Puppeteer.Page, startUrl: string): Promise<Worker | null> {
	return page.evaluate(
		async (start: string, patience: number) => {
			if (!("serviceWorker" in navigator)) return null;
			const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
			const registration = await Promise.race([navigator.serviceWorker.ready, late]);
			if (!registration?.active) return null;
			const controlled = new Promise((resolve) =>
				navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
			);
			const soon = new Promise((resolve) => setTimeout(resolve, patience / 5));
			if (!navigator.serviceWorker.controller) await Promise.race([controlled, soon]);
			return {
				script: registration.active.scriptURL,
				scope: registration.scope,
				controlsPage: navigator.serviceWorker.controller !== null,
				coversStart: start.startsWith(registration.scope),
			};
		},
		startUrl,
		PATIENCE,
	);
}

/** Every address in the worker's caches, without the revision that Workbox adds to the key. */
export async function listCached(page: Puppeteer.Page): Promise<{ url: string; document: boolean }[]> {
	const entries = await page.evaluate(async () => {
		const found: { url: string; document: boolean }[] = [];
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) {
				const type = (await cache.match(request))?.headers.get("content-type") ?? "";
				found.push({ url: request.url, document: type.startsWith("text/html") });
			}
		}
		return found;
	});
	return entries.map(({ url, document }) => ({ url: url.replace(/[?&]__WB_REVISION__=[^&]*/, ""), document }));
}

/** The server's current answer for each address; a redirect is an answer. */
export const askServer = (urls: string[]): Promise<PwaArtifact["cached"]> =>
	Promise.all(
		urls.map(async (url) => {
			const answer = await fetch(url, { method: "HEAD", redirect: "manual" }).catch(() => null);
			return { url, status: answer?.status ?? 0 };
		}),
	);

/** Looks for a new worker after the script has changed: is it found, and does it wait until it is asked to take over? */
export const lookForUpdate = (tab: Puppeteer.Page): Promise<UpdateFound> =>
	tab.evaluate(
		async (patience: number, moment: number) => {
			const registration = await navigator.serviceWorker.ready;
			const before = registration.active;
			await registration.update();
			const next = registration.installing ?? registration.waiting;
			if (!next) return registration.active === before ? "nothing" : "took over";
			const settled = () => ["installed", "activated", "redundant"].includes(next.state);
			await new Promise<void>((resolve) => {
				setTimeout(resolve, patience);
				if (settled()) resolve();
				else next.addEventListener("statechange", () => settled() && resolve());
			});
			// A worker that does not wait activates by itself: it gets a moment to do so.
			await new Promise((resolve) => setTimeout(resolve, moment));
			if (registration.waiting === next) return "waits";
			if (next.state === "installing") return "still installing";
			return next.state === "redundant" ? "thrown away" : "took over";
		},
		INSTALL_PATIENCE,
		MOMENT,
	);
