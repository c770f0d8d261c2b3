import type { AccountId } from "#contract/ids.ts";
import { LOCK_CHANNEL, LOCK_DATABASE, LOCK_HINT } from "./lock-database.ts";

const deleted = (name: string): Promise<void> =>
	new Promise((resolve) => {
		const request = indexedDB.deleteDatabase(name);
		// If `blocked`, it is deleted as soon as another tab closes its connection.
		request.onsuccess = request.onerror = request.onblocked = () => resolve();
	});

/** Deletes the lock of every account but this one. Anything encrypted under it can no longer be read. Every page may load this file. */
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
