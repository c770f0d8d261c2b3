import type { EntryOwner } from "./entry.ts";

/**
 * The account this device acts for, in all its tabs and the worker. Stored beside the entries, so a lease reads it in its own transaction:
 * from the moment of a sign-out, nothing more is sent for that account.
 */
export type Sender = {
	/** The user signed out here, and the session may not have ended yet: nothing is sent for any account. */
	signedOut: boolean;
	/** The account that is signed in; null if none is; absent if not known yet, and then the server decides. */
	account?: string | null;
};

/** The key of this record. */
export const SENDER = "sender";

export const ANYONE: Sender = { signedOut: false };

/** Reads the stored value. */
export function readSender(value: unknown): Sender {
	if (typeof value !== "object" || value === null || !("signedOut" in value)) return ANYONE;
	return value as Sender;
}

/** Whether entries of this owner may be sent now. */
export function maySend(owner: EntryOwner, { signedOut, account }: Sender): boolean {
	if (owner === "anonymous") return true;
	if (owner === "unclaimed" || signedOut) return false;
	return account === undefined || account === owner;
}

/** Whether the current user may see entries of this owner. */
export const maySee = (owner: EntryOwner, account: string | null): boolean =>
	owner === "anonymous" || owner === "unclaimed" || owner === account;
