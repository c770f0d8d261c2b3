import { after } from "#src/outbox/platform/after.ts";
import { afterLoad } from "./after-load.ts";
import { busyMarks } from "./busy.ts";
import { reloadAfterPreloadError } from "./preload-error.ts";
import { createUpdates, type Updates } from "./updates.ts";

const WORKER = "/sw.js";

type TrustedTypes = {
	createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
};

/**
 * The worker's address, as a trusted URL in browsers with Trusted Types and as text in others. The policy creates only this one
 * address, and the server's Content-Security-Policy allows no other policy.
 */
function workerUrl(): string {
	const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
	return trustedTypes?.createPolicy("worker-url", { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER;
}

/** How long a page is busy with its own startup after it has loaded, in milliseconds. */
const START = 1000;
/** How much longer a busy page may delay the task, in milliseconds. */
const LATEST = 2000;

/** Runs `task` once a loaded page has finished starting up. Safari can't tell when a page is idle. */
function afterStart(task: () => void): void {
	setTimeout(() => {
		if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: LATEST });
		else task();
	}, START);
}

let updates: Updates | undefined;

const reload = () => location.reload();

function listenForPreloadErrors(): void {
	addEventListener("vite:preloadError", (event) => {
		const reloaded = reloadAfterPreloadError({
			online: () => navigator.onLine,
			busy: () => busyMarks.has(),
			build: import.meta.url,
			session: sessionStorage,
			reload,
		});
		if (reloaded) event.preventDefault();
	});
}

/** Registers the worker once the page has loaded and finished starting up. Does nothing in development and in browsers without workers. */
export function startServiceWorker(): void {
	listenForPreloadErrors();
	// The types say it always exists, but it doesn't over plain HTTP on a host other than localhost.
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	const created = createUpdates({
		container: navigator.serviceWorker,
		busy: busyMarks,
		hidden: () => document.visibilityState === "hidden",
		onHidden: (listener) => document.addEventListener("visibilitychange", listener),
		after,
		reload,
	});
	updates = created;
	// Storing every page keeps the processor busy for a while; what is on the screen goes first.
	afterLoad(() => {
		afterStart(() => {
			register(created).catch((error: unknown) => console.error("The service worker was not registered.", error));
		});
	});
}

/** Loads its code after the page, because it is not needed earlier. */
async function register(follower: Updates): Promise<void> {
	const { Workbox } = await import("workbox-window");
	const workbox = new Workbox(workerUrl());
	follower.watch({
		onWaiting: (listener) => workbox.addEventListener("waiting", listener),
		skipWaiting: () => workbox.messageSkipWaiting(),
	});
	await workbox.register();
}

/** Calls back with whether an update may be offered: now, and whenever that changes. Never true while a form is in use. */
export function subscribeUpdate(listener: (ready: boolean) => void): () => void {
	if (updates) return updates.subscribe(listener);
	listener(false);
	return () => {};
}

/** The user accepted the update in this tab: it reloads as soon as nothing is in progress. */
export function acceptUpdate(): void {
	updates?.accept();
}
