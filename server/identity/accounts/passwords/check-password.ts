import type { AccountId } from "#contract/ids.ts";
import { type AccessRefusal, badField, limited } from "../../sessions/refusal.ts";
import type { Account } from "../account.ts";
import type { AccountDeps } from "../account-deps.ts";
import { passwordCounter } from "../limits.ts";

export const SIGNED_OUT: AccessRefusal = {
	ok: false,
	code: "sign_in_required",
	message: "Please sign in first. Nothing was done.",
	reason: "no_account",
};
export const NOT_THE_PASSWORD = badField("wrong_password", "/current", "That is not your current password.");

/** Checks the password of someone who is signed in, so that an unattended session does not give away the whole account. */
export async function checkPassword(
	{ store, passwords, limits }: AccountDeps,
	accountId: AccountId,
	current: string,
): Promise<{ ok: true; account: Account } | AccessRefusal> {
	const counter = passwordCounter(accountId, limits);
	const room = await store.takePoint(counter);
	if (!room.ok) return limited("too_many", "The password was wrong too often.", room.retryAfter);
	const account = await store.accountById(accountId);
	if (!account) return SIGNED_OUT;
	if (!(await passwords.verify(current, account.passwordHash))) return NOT_THE_PASSWORD;
	await store.returnPoint(counter);
	return { ok: true, account };
}
