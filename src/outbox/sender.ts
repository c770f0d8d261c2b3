import type { AccountId } from "#contract/ids.ts";
import type { EntryOwner } from "./entry.ts";

/**
 * Whom this device acts for, over all its tabs and the worker. It stands in the database beside the entries, so that a lease
 * can read it in the transaction that makes the lease: whoever signs out is not sent for from that moment on.
 */
export type Sender = {
	/** Somebody signed out here and the session may not have ended yet: nothing is sent for any account. */
	signedOut: boolean;
	/** The account that is signed in; null when none is; absent when nobody has said, and then the server decides. */
	account?: AccountId | null;
};

export const ANYONE: Sender = { signedOut: false };

/** Reads what is stored under its name. */
export function readSender(value: unknown): Sender {
	if (typeof value !== "object" || value === null || !("signedOut" in value)) return ANYONE;
	return value as Sender;
}

/** Whether entries of this owner may go out now. */
export function maySend(owner: EntryOwner, { signedOut, account }: Sender): boolean {
	if (owner === "anonymous") return true;
	if (owner === "unclaimed" || signedOut) return false;
	return account === undefined || account === owner;
}

/** Whether whoever sits here may be told of entries of this owner. */
export const maySee = (owner: EntryOwner, account: AccountId | null): boolean =>
	owner === "anonymous" || owner === "unclaimed" || owner === account;
