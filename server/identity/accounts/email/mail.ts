import type { AccountId } from "#contract/ids.ts";

/** Whether to replace a code that is still valid. Otherwise nothing is sent while there is one: the reader already has it. */
type Renewal = { renews: boolean };

/** A sign-in on a device that is new to the account. */
export type NewDevice = {
	/** From our own table of names (device-name.ts), so no visitor's text gets into an email. */
	device: string;
	network: string;
	/** ISO 8601. */
	at: string;
};

/**
 * An email to send, as its job knows it. Codes are created when it is sent, and the database only has their hashes. A notice of something
 * that was done includes the address, because by then the account may have another one or be gone.
 */
export type AccountMail =
	| ({ kind: "confirm" | "change"; accountId: AccountId } & Renewal)
	/** Someone asked for a new password. The job finds out whether an account has this address. */
	| ({ kind: "reset"; emailKey: string } & Renewal)
	| { kind: "address-known"; to: string }
	| { kind: "password-changed"; to: string }
	| { kind: "second-factor-added" | "second-factor-removed" | "recovery-codes-made" | "recovery-code-used"; to: string }
	| { kind: "passkey-added" | "passkey-removed" | "passkey-copied"; to: string }
	| { kind: "email-change-asked"; to: string }
	| { kind: "email-changed"; to: string }
	| { kind: "account-deleted"; to: string }
	| ({ kind: "new-device"; to: string } & NewDevice);
