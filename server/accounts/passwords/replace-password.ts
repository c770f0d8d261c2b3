import type { Account, AccountStatements } from "../ports.ts";

/**
 * Everything begun under the old password ends with it: sessions, mailed codes, and an address that waits to take the
 * place of the account's, which whoever knew the old password may have put there.
 */
export async function replacePassword(tx: AccountStatements, { accountId }: Account, hash: string): Promise<void> {
	await tx.setPassword(accountId, hash);
	await tx.endAllSessions(accountId);
	await tx.setPendingAddress(accountId, null);
	await tx.deleteCodes(accountId);
}
