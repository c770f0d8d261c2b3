import { readAccount } from "#src/lib/account/account.ts";
import { KEPT_LIMITS } from "./kept-data-limits.ts";
import { createKeptStore } from "./kept-data-store.ts";

/** In milliseconds. */
const PATIENCE_MS = 2_000;

/** Some browsers throw where others have nothing. */
function factory(): IDBFactory | undefined {
	try {
		return globalThis.indexedDB;
	} catch {
		return undefined;
	}
}

/** What this browser keeps for reading. */
export const keptStore = createKeptStore({
	indexedDB: factory(),
	now: () => Date.now(),
	limits: KEPT_LIMITS,
	patience: PATIENCE_MS,
});

/** Forgets what is kept of any account but the one this device knows now, which may have come while this was under way. */
export async function forgetOthers(): Promise<void> {
	const state = readAccount();
	// A device without storage has kept nothing.
	await keptStore.forget(state.status === "known" ? state.account.accountId : null).catch(() => undefined);
}
