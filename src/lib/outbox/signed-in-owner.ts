import type { AccountId } from "#contract/ids.ts";
import { type AccountState, readAccount } from "#src/lib/account/account.ts";
import { isSessionNew } from "#src/lib/session/new-session.ts";

/** What this device knows about the signed-in user. */
export type SignedIn = { account: AccountState; newSession: boolean };

const currentSignIn = (): SignedIn => ({ account: readAccount(), newSession: isSessionNew() });

/**
 * The owner of what a signed-in person saves now; null if no one is signed in. `unclaimed` while a session has started but its account
 * could not be loaded yet: sent as `anonymous`, it would never appear in that account.
 */
export function signedInOwner({ account, newSession } = currentSignIn()): AccountId | "unclaimed" | null {
	// This applies even if an account is known: until the new one is loaded, that is the previous session's account.
	if (newSession) return "unclaimed";
	return account.status === "known" ? account.account.accountId : null;
}
