import { SYNC_TAG } from "#contract/worker.ts";
import { after } from "#src/outbox/after.ts";
import { afterLoad } from "./after-load.ts";
import { markBusy } from "./busy.ts";

/** Not in the DOM types yet (Chromium only). */
type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

async function registerSync(): Promise<void> {
	// Not `ready`: that never settles where no worker is registered.
	const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
	await registration?.sync?.register(SYNC_TAG);
}

async function load(): Promise<void> {
	const [{ browserOutbox }, { startTriggers }] = await Promise.all([
		import("#src/outbox/browser.ts"),
		import("#src/outbox/triggers.ts"),
	]);
	startTriggers(browserOutbox(), {
		on(event, listener) {
			if (event !== "visible") return addEventListener(event, listener);
			document.addEventListener("visibilitychange", () => {
				if (document.visibilityState === "visible") listener();
			});
		},
		now: () => Date.now(),
		after,
		// Denied by permission, or no worker yet: the page's own triggers remain.
		registerSync: () => void registerSync().catch(() => undefined),
		markBusy: () => markBusy("replay"),
	});
}

/**
 * Lets this page send what waits, from when it has loaded. It also brings in the outbox's code early: by the time a form
 * is submitted the network may be gone.
 */
export function startOutbox(): void {
	afterLoad(() => {
		load().catch((error: unknown) => console.error("The outbox was not started.", error));
	});
}
