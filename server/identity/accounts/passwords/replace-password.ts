import type { Account } from "../account.ts";
import type { AccountStatements } from "../store/account-store.ts";

/**
 * Ends everything that was started under the old password: sessions, emailed codes, and a pending change of address, which someone who
 * knew the old password may have requested.
 */
export async function replacePassword(tx: AccountStatements, { accountId }: Account, hash: string): Promise<void> {
	await tx.setPassword(accountId, hash);
	await tx.endAllSessions(accountId);
	await tx.setPendingAddress(accountId, null);
	await tx.deleteCodes(accountId);
}
