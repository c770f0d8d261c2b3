import type { SignInWay } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { STEP_UP_REQUIRED } from "../../sessions/lately.ts";
import { type AccessRefusal, badField } from "../../sessions/refusal.ts";
import type { Account } from "../account.ts";
import type { AccountDeps } from "../account-deps.ts";
import { checkPassword, SIGNED_OUT } from "../passwords/check-password.ts";

/** Someone who is signed in. */
export type Asker = { accountId: AccountId; signedInWith: SignInWay | null; provedLately: boolean };

const PASSWORD_NEEDED = badField("wrong_password", "/current", "Password is required");

/** Checks the password. Those who signed in without one may leave it out for a few minutes afterward. */
export async function checkOwner(
	deps: AccountDeps,
	{ accountId, signedInWith, provedLately }: Asker,
	current: string | undefined,
): Promise<{ ok: true; account: Account } | AccessRefusal> {
	if (current !== undefined) return checkPassword(deps, accountId, current);
	if (signedInWith === "password" || signedInWith === null) return PASSWORD_NEEDED;
	if (!provedLately) return STEP_UP_REQUIRED;
	const account = await deps.store.accountById(accountId);
	return account ? { ok: true, account } : SIGNED_OUT;
}
