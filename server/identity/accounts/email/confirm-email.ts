import type { EmailConfirmation } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { findCode, WRONG_CODE } from "../find-code.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { addressKey } from "./address.ts";

const OTHER_ADDRESS: AccessRefusal = {
	ok: false,
	code: "invalid_code",
	message:
		"This code belongs to another account than the one you are signed in with. Sign in with that account and try again.",
	reason: "other_address",
};

type Asker = { accountId: AccountId; client: string };

/**
 * Confirms the account's address or its new address. The code alone only proves who reads the mailbox: if a stranger registered the
 * address, its owner must not confirm the stranger's account by typing the code.
 */
export async function confirmEmail(
	deps: AccountDeps,
	{ email, code }: EmailConfirmation,
	{ accountId, client }: Asker,
): Promise<{ ok: true } | AccessRefusal> {
	const emailKey = addressKey(email);
	const asking = await deps.store.accountById(accountId);
	if (!asking) return SIGNED_OUT;
	if (asking.emailKey !== emailKey && asking.pendingEmailKey !== emailKey) return { ...OTHER_ADDRESS, accountId };
	const answer = await findCode(deps, { purposes: ["confirm", "change"], emailKey, accountId }, { code, client });
	if (!answer.ok) return answer;

	return deps.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account || !(await tx.spendCode(answer.found))) return WRONG_CODE;
		if (answer.found.purpose === "confirm") {
			await tx.confirmAddress(accountId, emailKey, deps.now());
			await tx.addressConfirmed({ accountId, by: "code", now: deps.now() });
			return { ok: true } as const;
		}
		await endUnconfirmed(tx, emailKey);
		if (!(await tx.adoptPendingAddress(accountId, emailKey, deps.now()))) return WRONG_CODE;
		// Codes that were sent to the old address no longer work.
		await tx.deleteCodes(accountId);
		await tx.addressConfirmed({ accountId, by: "code", now: deps.now() });
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "email-changed", to: account.email });
		return { ok: true } as const;
	});
}

/** An unconfirmed registration gives way to an account that has just verified the address. */
async function endUnconfirmed(tx: AccountStatements, emailKey: string): Promise<void> {
	const holder = await tx.accountByKey(emailKey);
	const held = holder && (await tx.lockAccount(holder.accountId));
	if (held && !held.emailConfirmed) await tx.deleteAccount(held.accountId);
}
