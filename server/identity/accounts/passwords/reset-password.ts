import type { PasswordReset } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { addressKey } from "../email/address.ts";
import { findCode, WRONG_CODE } from "../find-code.ts";
import { accountCounters } from "../limits.ts";
import { knowDevice } from "../sessions/begin-session.ts";
import { ownersDevice } from "../sessions/owners-device.ts";
import { refuseEasyPassword } from "./common-passwords.ts";
import { replacePassword } from "./replace-password.ts";

type Visitor = {
	/** Network address. */
	client: string;
	/** Cookie as received. */
	deviceToken: string | undefined;
};

/**
 * Sets a new password for the person who reads the account's mailbox. That confirms the address, which moves its free scans to the
 * account, and lets this browser sign in no matter what strangers are trying.
 */
export async function resetPassword(
	deps: AccountDeps,
	{ email, code, password }: PasswordReset,
	{ client, deviceToken }: Visitor,
): Promise<{ ok: true; deviceToken: string; accountId: AccountId } | AccessRefusal> {
	const easy = refuseEasyPassword(password, [email]);
	if (easy) return easy;
	const emailKey = addressKey(email);
	const device = await ownersDevice(deps.store, deviceToken, emailKey);
	const answer = await findCode(deps, { purposes: ["reset"], emailKey }, { code, client, device });
	if (!answer.ok) return answer;
	const { accountId } = answer.found;
	const hash = await deps.passwords.hash(password);

	return deps.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account || !(await tx.spendCode(answer.found))) return WRONG_CODE;
		await replacePassword(tx, account, hash);
		if (!account.emailConfirmed) {
			await tx.confirmAddress(accountId, emailKey, deps.now());
			await tx.addressConfirmed({ accountId, by: "reset", now: deps.now() });
		}
		await tx.forgetDevices(accountId);
		for (const counter of accountCounters(emailKey, client, deps.limits)) await tx.clearPoints(counter);
		await tx.enqueueMail({ kind: "password-changed", to: account.email });
		return { ok: true, accountId, deviceToken: await knowDevice(tx, accountId, deps.now()) } as const;
	});
}
