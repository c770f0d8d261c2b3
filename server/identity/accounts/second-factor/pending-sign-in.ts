import type { AccountId } from "#contract/ids.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { PENDING_MS } from "../../sessions/cookie-lives.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";
import type { AccountStatements } from "../store/account-store.ts";

/** The answer to a correct password of an account with a second factor. There is no session yet. */
export const SECOND_FACTOR_REQUIRED: AccessRefusal = {
	ok: false,
	code: "second_factor_required",
	message: "Your password is right. Enter the code from your app, or a recovery code.",
	reason: "second_factor",
};

export const PENDING_ENDED: AccessRefusal = {
	ok: false,
	code: "second_factor_expired",
	message: "It took too long, or too many codes were wrong. Please sign in again with your password.",
	reason: "no_pending",
};

/** Its token exists only in a cookie. */
export async function beginPending(tx: AccountStatements, accountId: AccountId, now: Date): Promise<string> {
	const token = newToken();
	await tx.insertPending({
		tokenHash: tokenHash(token),
		accountId,
		expiresAt: new Date(now.getTime() + PENDING_MS),
	});
	return token;
}
