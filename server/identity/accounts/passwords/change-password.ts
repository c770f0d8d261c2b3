import type { PasswordChange } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";
import type { AccountDeps } from "../account-deps.ts";
import { beginSession } from "../sessions/begin-session.ts";
import { checkPassword, NOT_THE_PASSWORD } from "./check-password.ts";
import { refuseEasyPassword } from "./common-passwords.ts";
import { replacePassword } from "./replace-password.ts";

type Session = { accountId: AccountId; sessionId: string; client: string; userAgent: string | undefined };

/** Ends every session. The requesting session continues under a new token. */
export async function changePassword(
	deps: AccountDeps,
	{ current, password }: PasswordChange,
	{ accountId, sessionId, ...visitor }: Session,
): Promise<{ ok: true; sessionToken: string; remembered: boolean } | AccessRefusal> {
	const checked = await checkPassword(deps, accountId, current);
	if (!checked.ok) return checked;
	const { email, firstName, lastName } = checked.account;
	const easy = refuseEasyPassword(password, [email, firstName, lastName]);
	if (easy) return easy;
	const hash = await deps.passwords.hash(password);

	return deps.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (account?.passwordHash !== checked.account.passwordHash) return NOT_THE_PASSWORD;
		const current = (await tx.listSessions(accountId)).find(({ id }) => id === sessionId);
		const { remembered = false, signedInWith = null, twoFactors = false, provedAt } = current ?? {};
		await replacePassword(tx, account, hash);
		// The password alone is not enough where codes are needed, too.
		const kept = { signedInWith, twoFactors, remembered, ...(provedAt && { provedAt }) };
		const sessionToken = await beginSession(tx, accountId, { ...visitor, ...kept, now: deps.now() });
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "password-changed", to: account.email });
		return { ok: true, sessionToken, remembered } as const;
	});
}
