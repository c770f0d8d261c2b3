import type { AccountId } from "#contract/ids.ts";
import { LOCK_CHANNEL, LOCK_DATABASE, LOCK_HINT } from "./lock-database.ts";

const deleted = (name: string): Promise<void> =>
	new Promise((resolve) => {
		const request = indexedDB.deleteDatabase(name);
		// With `blocked` it is deleted as soon as another tab lets go of it.
		request.onsuccess = request.onerror = request.onblocked = () => resolve();
	});

/** Deletes the lock of every account but this one. What was encrypted under it cannot be read any more. Every page may load it. */
export async function forgetLock(keep: AccountId | null): Promise<void> {
	try {
		if (keep !== null && localStorage.getItem(LOCK_HINT) === keep) return;
		localStorage.removeItem(LOCK_HINT);
		await deleted(LOCK_DATABASE.database);
		const channel = new BroadcastChannel(LOCK_CHANNEL);
		channel.postMessage({ type: "changed" });
		channel.close();
	} catch {
		// Without storage there is no lock.
	}
}
