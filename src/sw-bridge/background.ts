import { SYNC_TAG } from "#contract/requests/worker.ts";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { watchInstall } from "#src/lib/device/install.ts";
import { watchTheme } from "#src/lib/device/theme.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { endDevicePush } from "#src/lib/push/push-device.ts";
import { watchSession } from "#src/lib/session/watch-session.ts";
import { after } from "#src/outbox/platform/after.ts";
import { showBadge } from "#src/outbox/platform/badge.ts";
import { coalesced, resting } from "#src/outbox/platform/coalesced.ts";
import { persistAtFirstEntry } from "#src/outbox/platform/persist.ts";
import { startTriggers } from "#src/outbox/platform/triggers.ts";
import { markBusy } from "./busy.ts";
import { followAccount } from "./outbox-account.ts";

/** Minimum milliseconds between updates of the count on the app's icon. */
const BADGE_REST_MS = 500;

/** Not in the DOM types (Chromium only). */
type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Not in the DOM types (Chromium only). */
type Connected = { connection?: EventTarget };

async function registerSync(): Promise<void> {
	// Not `ready`: it never settles if no worker is registered.
	const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
	await registration?.sync?.register(SYNC_TAG);
}

/** What a page does in the background: sends waiting requests and finishes postponed sign-ins and sign-outs. */
export function startBackground(): void {
	watchInstall();
	// Notifications show an account's data, even on a locked screen.
	registerWipe(endDevicePush);
	watchSession();
	watchTheme();
	void startSending();
}

/** Sends nothing before the account is known. */
async function startSending(): Promise<void> {
	const outbox = browserOutbox();
	persistAtFirstEntry(outbox, navigator.storage);
	const badge = coalesced(() => showBadge(outbox, navigator), resting(BADGE_REST_MS));
	outbox.subscribe(badge);
	await followAccount(outbox);
	badge();
	outbox.prune().catch(() => undefined);
	startTriggers(outbox, {
		on(event, listener) {
			if (event === "line") return (navigator as Connected).connection?.addEventListener("change", listener);
			if (event !== "visible") return addEventListener(event, listener);
			document.addEventListener("visibilitychange", () => {
				if (document.visibilityState === "visible") listener();
			});
		},
		now: () => Date.now(),
		after,
		// Not permitted, or no worker yet. The page's own triggers still work.
		registerSync: () => void registerSync().catch(() => undefined),
		markBusy: () => markBusy("replay"),
	});
}
