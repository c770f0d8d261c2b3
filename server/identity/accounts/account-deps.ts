import type { AccountLimits } from "./limits.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { AccountStore } from "./store/account-store.ts";

/** What the use cases of accounts need. */
export type AccountDeps = { store: AccountStore; passwords: Passwords; limits: AccountLimits; now: () => Date };
