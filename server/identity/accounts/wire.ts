import { createExportAccount } from "#server/app/account-export/store/account-export.ts";
import type { Base } from "#server/platform/base.ts";
import { createSecretBox } from "#server/platform/secrets/secret-box.ts";
import { createPasswordLine } from "./passwords/password-line.ts";
import { createAccountStore } from "./store/account-store.ts";

export type Accounts = ReturnType<typeof wireAccounts>;

/** Accounts, their passwords, and the emails to their owners. */
export function wireAccounts({ config, deps, pool, queue }: Base, sealSecrets: readonly Buffer[]) {
	return {
		store: createAccountStore(pool, (mail, through) => queue.send("account-mail", mail, { through })),
		passwordLine: createPasswordLine(deps.passwords),
		exportAccount: createExportAccount(pool, deps.now),
		box: createSecretBox(sealSecrets, "second factor"),
		limits: { signIn: config.LIMIT_SIGN_IN, calls: config.LIMIT_ACCOUNT_CALLS },
	};
}
