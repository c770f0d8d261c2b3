import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";

/** The session has two factors now: refetches and resends whatever a workspace refused without them. */
export function twoFactorsGiven(): void {
	// The outbox follows the account, and releases what waited for a sign-in.
	writeAccount(readAccount());
	void queryClient.invalidateQueries();
}
