import type { AccountId } from "#contract/ids.ts";
import type { AccountDeps } from "./account-deps.ts";
import { checkPassword, NOT_THE_PASSWORD } from "./passwords/check-password.ts";
import type { Refusal } from "./refusal.ts";

/** Deletes an account with everything in it. */
export async function deleteAccount(
	deps: AccountDeps,
	accountId: AccountId,
	current: string,
): Promise<{ ok: true } | Refusal> {
	const checked = await checkPassword(deps, accountId, current);
	if (!checked.ok) return checked;
	return deps.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (account?.passwordHash !== checked.account.passwordHash) return NOT_THE_PASSWORD;
		await tx.deleteAccount(accountId);
		// An unconfirmed address may be a stranger's.
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "account-deleted", to: account.email });
		return { ok: true } as const;
	});
}
