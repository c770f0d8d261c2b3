import { readAccount } from "#src/lib/account/account.ts";
import { forgetLock } from "#src/lib/lock/forget-lock.ts";
import { keptDatabase } from "./browser-kept-database.ts";
import { KEPT_LIMITS } from "./kept-data-limits.ts";
import { createKeptStore } from "./kept-data-store.ts";

/** This browser's store of answers for reading offline. */
export const keptStore = createKeptStore({
	database: keptDatabase,
	now: () => Date.now(),
	limits: KEPT_LIMITS,
	// Loaded late: public pages only delete stored answers and never read or write them.
	form: async () => (await import("#src/lib/lock/browser-kept-form.ts")).browserKeptForm(),
});

/** Deletes the answers and the lock of every account except the one this device knows now, which may have signed in during the wipe. */
export async function forgetOthers(): Promise<void> {
	const state = readAccount();
	const keep = state.status === "known" ? state.account.accountId : null;
	await Promise.all([
		// A device without storage has nothing to delete.
		keptStore.forget(keep).catch(() => undefined),
		forgetLock(keep),
	]);
}
