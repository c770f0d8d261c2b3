import { useSyncExternalStore } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserLock } from "./browser-lock.ts";
import type { LockState } from "./lock-state.ts";

const OFF: LockState = { status: "off" };

/** This device's lock. Prerendered pages have none. */
export const useLock = (): LockState => useSyncExternalStore(browserLock.subscribe, browserLock.state, () => OFF);

/** Whether a workspace of the account requires a lock, as far as this device knows. */
export function useLockRequired(): boolean {
	const account = useAccount();
	const owner = account.status === "known" ? account.account.accountId : null;
	return useSyncExternalStore(
		browserLock.subscribe,
		() => owner !== null && browserLock.policyFor(owner) === true,
		() => false,
	);
}
