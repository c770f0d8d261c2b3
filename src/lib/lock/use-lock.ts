import { useSyncExternalStore } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { lockHere } from "./lock-here.ts";
import type { LockState } from "./lock-state.ts";

const OFF: LockState = { status: "off" };

/** This device's lock. Prerendered pages have none. */
export const useLock = (): LockState => useSyncExternalStore(lockHere.subscribe, lockHere.state, () => OFF);

/** Whether a workspace of the account requires a lock, as far as this device knows. */
export function useLockRequired(): boolean {
	const account = useAccount();
	const owner = account.status === "known" ? account.account.accountId : null;
	return useSyncExternalStore(
		lockHere.subscribe,
		() => owner !== null && lockHere.policyFor(owner) === true,
		() => false,
	);
}
