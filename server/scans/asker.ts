import type { AccountId, Owner } from "#contract/ids.ts";

/** Who requests a scan. */
export type Asker =
	| { type: "anonymous" }
	| { type: "account"; accountId: AccountId; email: string; emailConfirmed: boolean };

/** What is stored as an owner. */
export const ownerOf = (asker: Asker): Owner => (asker.type === "account" ? asker.accountId : "anonymous");
