import type { AccountId } from "#contract/ids.ts";
import { keptDatabase } from "#src/lib/data/cache/browser-kept-database.ts";
import { createLock } from "./create-lock.ts";
import { LOCK_CHANNEL, LOCK_HINT } from "./lock-database.ts";
import type { LockMessage } from "./lock-deps.ts";
import { createLockStore } from "./lock-store.ts";
import { browserPasskeys } from "./passkeys.ts";
import { PIN_ITERATIONS } from "./pin.ts";

/** Undefined if the browser throws, such as with blocked cookies. */
function attempt<T>(get: () => T): T | undefined {
	try {
		return get();
	} catch {
		return undefined;
	}
}

// Neither exists during prerendering.
const channel = typeof window === "undefined" ? undefined : attempt(() => new BroadcastChannel(LOCK_CHANNEL));

function writeHint(owner: AccountId | null): void {
	if (owner === null) localStorage.removeItem(LOCK_HINT);
	else localStorage.setItem(LOCK_HINT, owner);
}

/** How long to wait for storage, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Without storage, nothing is stored. */
const without = () => undefined;

/** This device's lock. */
export const browserLock = createLock({
	store: createLockStore(
		attempt(() => globalThis.indexedDB),
		PATIENCE_MS,
	),
	crypto: globalThis.crypto,
	passkeys: typeof window === "undefined" ? null : browserPasskeys(),
	channel: {
		post: (message) => channel?.postMessage(message),
		listen: (listener) => channel?.addEventListener("message", ({ data }: MessageEvent<LockMessage>) => listener(data)),
	},
	hint: {
		read: () => attempt(() => localStorage.getItem(LOCK_HINT)) ?? null,
		write: (owner) => void attempt(() => writeHint(owner)),
	},
	now: () => Date.now(),
	iterations: PIN_ITERATIONS,
	onKey: (key) => keptDatabase.keyed(key).catch(without),
	onMissing: () => keptDatabase.clear().catch(without),
});
