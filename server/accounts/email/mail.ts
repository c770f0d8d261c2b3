import type { AccountId } from "#contract/ids.ts";

/** Whether to replace a code that is still valid. Otherwise nothing is sent while there is one: it is in the mailbox. */
type Renewal = { renews: boolean };

/**
 * A mail to be sent, as its job knows it. Codes are made when it is sent, and reach the database as hashes. Where a mail
 * says what was done, the address stands here, because the account has another one by then, or is gone.
 */
export type AccountMail =
	| ({ kind: "confirm" | "change"; accountId: AccountId } & Renewal)
	/** Somebody asked for a new password; whether anybody has this address is for the job to find out. */
	| ({ kind: "reset"; emailKey: string } & Renewal)
	| { kind: "address-known"; to: string }
	| { kind: "password-changed"; to: string }
	| { kind: "email-change-asked"; to: string }
	| { kind: "email-changed"; to: string }
	| { kind: "account-deleted"; to: string };
