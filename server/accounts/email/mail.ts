import type { AccountId } from "#contract/ids.ts";

/** Whether to replace a code that is still valid. Otherwise nothing is sent while there is one: it is in the mailbox. */
type Renewal = { renews: boolean };

/**
 * An email to send, as its job knows it. Codes are made when it is sent, and the database only has their hashes. An email
 * about something that was done includes its address, because the account may have another one by then, or be gone.
 */
export type AccountMail =
	| ({ kind: "confirm" | "change"; accountId: AccountId } & Renewal)
	/** Someone asked for a new password. The job finds out whether an account has this address. */
	| ({ kind: "reset"; emailKey: string } & Renewal)
	| { kind: "address-known"; to: string }
	| { kind: "password-changed"; to: string }
	| { kind: "email-change-asked"; to: string }
	| { kind: "email-changed"; to: string }
	| { kind: "account-deleted"; to: string };
