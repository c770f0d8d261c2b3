import type { Me } from "#contract/accounts/accounts.ts";
import type { KnownAccount } from "#src/lib/account/account.ts";

/** What this device stores about an account. */
export const knownAccount = ({ accountId, firstName, lastName, email }: Me): KnownAccount => ({
	accountId,
	name: `${firstName} ${lastName}`,
	email,
});
