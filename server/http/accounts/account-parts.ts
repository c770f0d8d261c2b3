import type { AccountLimits } from "../../accounts/limits.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import type { AccountStore } from "../../accounts/ports.ts";
import type { ExportAccount } from "../../db/account-export.ts";
import type { ReadSession } from "../identity.ts";
import type { Cookies } from "../session-cookie.ts";

/** What the routes of accounts work with. */
export type AccountParts = {
	store: AccountStore;
	passwords: Passwords;
	limits: AccountLimits;
	cookies: Cookies;
	/** Everything an account has, as one file. */
	exportAccount: ExportAccount;
	readSession: ReadSession;
	now: () => Date;
};
