import type { AccountId } from "#contract/ids.ts";
import type { AccessRefusal } from "../sessions/refusal.ts";
import type { AccountDeps } from "./account-deps.ts";
import { NOT_THE_PASSWORD } from "./passwords/check-password.ts";
import { type Asker, checkOwner } from "./proof/check-owner.ts";

const lastOwnerOf = (workspaces: string[], accountId: AccountId): AccessRefusal => ({
	ok: false,
	code: "last_owner",
	message: `You are the only owner of ${workspaces.join(", ")}, and others work there. Make another member an owner first, or remove the members. Nothing was deleted.`,
	details: { workspaces },
	reason: "last_owner",
	accountId,
});

/**
 * Deletes an account with everything in it, and the workspaces in which it is alone. Refused while it is the last owner of a workspace
 * that has other members.
 */
export async function deleteAccount(
	deps: AccountDeps,
	asker: Asker,
	current: string | undefined,
): Promise<{ ok: true } | AccessRefusal> {
	const { accountId } = asker;
	const checked = await checkOwner(deps, asker, current);
	if (!checked.ok) return checked;
	return deps.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (account?.passwordHash !== checked.account.passwordHash) return NOT_THE_PASSWORD;
		const owned = await tx.holdWorkspaces(accountId);
		if (owned.length > 0) return lastOwnerOf(owned, accountId);
		await tx.deleteAccount(accountId);
		// An unconfirmed address may be a stranger's.
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "account-deleted", to: account.email });
		return { ok: true } as const;
	});
}
