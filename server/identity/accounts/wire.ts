import type { Base } from "#server/platform/base.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import type { AddressConfirmed } from "./address-confirmed.ts";
import { createPasswordLine } from "./passwords/password-line.ts";
import type { Passwords } from "./passwords/passwords.ts";
import { createAccountStore } from "./store/account-store.ts";

export type Accounts = ReturnType<typeof wireAccounts>;

/** Accounts, their passwords, and the emails to their owners. */
export function wireAccounts(
	{ config, deps, pool, queue }: Base<{ passwords: Passwords }>,
	sealSecrets: readonly Buffer[],
	confirmed: Moment<AddressConfirmed>,
) {
	return {
		store: createAccountStore(pool, (mail, through) => queue.send("account-mail", mail, { through }), confirmed),
		passwordLine: createPasswordLine(deps.passwords),
		box: createSecretBox(sealSecrets, "second factor"),
		limits: { signIn: config.LIMIT_SIGN_IN, calls: config.LIMIT_ACCOUNT_CALLS },
	};
}
