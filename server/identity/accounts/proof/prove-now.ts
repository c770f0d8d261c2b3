import type { ProofGiven } from "#contract/accounts/proof.ts";
import type { AccountId } from "#contract/ids.ts";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import { type AccessRefusal, badField, limited } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { passwordCounter } from "../limits.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";
import { spendSecondFactor, WRONG_SECOND_CODE } from "../second-factor/prove.ts";

const NOT_THE_PASSWORD = badField("wrong_password", "/password", "That is not your password.");
const CODE_NEEDED = badField("second_factor", "/code", "Enter the code from your app, or a recovery code.");

/**
 * The owner of a session proves their identity again: with the password, and with a code if the account has an authenticator app. Tries
 * count together with password tries by a signed-in account.
 */
export async function proveNow(
	{ store, passwords, limits, now, box }: AccountDeps & { box: SecretBox | undefined },
	{ password, code }: ProofGiven,
	{ accountId, sessionId }: { accountId: AccountId; sessionId: string },
): Promise<{ ok: true } | AccessRefusal> {
	const counter = passwordCounter(accountId, limits);
	const room = await store.takePoint(counter);
	if (!room.ok) return limited("too_many", "The password or the code was wrong too often.", room.retryAfter);
	const account = await store.accountById(accountId);
	if (!account) return SIGNED_OUT;
	if (!(await passwords.verify(password, account.passwordHash))) return NOT_THE_PASSWORD;
	const needsCode = Boolean((await store.totpOf(accountId))?.confirmedAt);
	if (needsCode && code === undefined) {
		await store.returnPoint(counter);
		return CODE_NEEDED;
	}
	return store.transaction(async (tx) => {
		const held = await tx.lockAccount(accountId);
		if (held?.passwordHash !== account.passwordHash) return NOT_THE_PASSWORD;
		// Read again: codes may have been turned on in the meantime.
		const asksForCode = Boolean((await tx.totpOf(accountId))?.confirmedAt);
		if (asksForCode) {
			const spent = await spendSecondFactor(tx, box, { accountId, code: code ?? "", now: now() });
			if (!spent) return WRONG_SECOND_CODE;
			if (spent === "recovery" && held.emailConfirmed) {
				await tx.enqueueMail({ kind: "recovery-code-used", to: held.email });
			}
		}
		if (!(await tx.proveSession(sessionId, now()))) return SIGNED_OUT;
		if (asksForCode) await tx.gaveTwoFactors(sessionId);
		await tx.returnPoint(counter);
		return { ok: true } as const;
	});
}
