import type { Me, ProfileChange } from "#contract/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Counter } from "./counter.ts";
import type { AccountMail } from "./mail.ts";

/** An address as it was typed, and its canonical form (address.ts). */
type Address = { email: string; key: string };

export type Account = Me & {
	emailKey: string;
	pendingEmailKey: string | null;
	passwordHash: string;
};

type NewAccount = Pick<Account, "accountId" | "firstName" | "lastName" | "company" | "passwordHash"> & {
	address: Address;
	createdAt: Date;
};

export type SessionRow = {
	id: string;
	accountId: AccountId;
	device: string;
	remembered: boolean;
	createdAt: Date;
	lastSeenAt: Date;
};

export type FoundSession = SessionRow & { email: string; emailConfirmed: boolean };

/** What a code is for: confirming the account's address, changing to another one, setting a new password. */
export type CodePurpose = "confirm" | "change" | "reset";

export type CodeRow = { accountId: AccountId; purpose: CodePurpose; codeHash: string };

type AccountRows = {
	accountByKey(emailKey: string): Promise<Account | undefined>;
	accountById(id: AccountId): Promise<Account | undefined>;
	/** The same, held until the transaction ends. */
	lockAccount(id: AccountId): Promise<Account | undefined>;
	/** False when the address is taken. Where another transaction is just inserting it, waits how that one ends. */
	insertAccount(account: NewAccount): Promise<boolean>;
	setPassword(id: AccountId, hash: string): Promise<void>;
	/** Undefined when the account is gone. */
	setProfile(id: AccountId, change: ProfileChange): Promise<Account | undefined>;
	setPendingAddress(id: AccountId, address: Address | null): Promise<void>;
	/** Makes the pending address the account's, if it still is the one given; false when it is not, or is taken by now. */
	adoptPendingAddress(id: AccountId, emailKey: string, now: Date): Promise<boolean>;
	/** Does nothing where the account's address is no longer this one. */
	confirmAddress(id: AccountId, emailKey: string, now: Date): Promise<void>;
	/** With its sessions, codes and consents, and its scans with everything about them. */
	deleteAccount(id: AccountId): Promise<void>;
	insertRegistration(tokenHash: Buffer, accountId: AccountId | null, expiresAt: Date): Promise<void>;
	/** Does nothing where no account is registered under the token, and at a repeat. */
	recordConsents(tokenHash: Buffer, agreed: { terms: string; updates: boolean }, now: Date): Promise<void>;
};

type SessionRows = {
	insertSession(session: SessionRow & { tokenHash: Buffer }): Promise<void>;
	findSession(tokenHash: Buffer): Promise<FoundSession | undefined>;
	listSessions(accountId: AccountId): Promise<SessionRow[]>;
	touchSession(id: string, now: Date): Promise<void>;
	rememberSession(id: string): Promise<void>;
	/** False when the account has no such session. */
	endSession(accountId: AccountId, id: string): Promise<boolean>;
	endSessionOf(tokenHash: Buffer): Promise<void>;
	endAllSessions(accountId: AccountId): Promise<void>;
	insertDevice(tokenHash: Buffer, accountId: AccountId, now: Date): Promise<void>;
	/** Whether the account with this address was signed in with the device. */
	isKnownDevice(tokenHash: Buffer, emailKey: string): Promise<boolean>;
	forgetDevice(tokenHash: Buffer): Promise<void>;
	forgetDevices(accountId: AccountId): Promise<void>;
};

type CodeRows = {
	/** In place of an earlier one of the same purpose. */
	saveCode(code: CodeRow & { emailKey: string; createdAt: Date; expiresAt: Date }): Promise<void>;
	/** Codes for an address that may still be tried, newest first; each of them has lost a try. */
	tryCodes(emailKey: string, purposes: CodePurpose[], limits: { tries: number; now: Date }): Promise<CodeRow[]>;
	/** False when it was used or replaced in the meantime. */
	spendCode(code: CodeRow): Promise<boolean>;
	deleteCodes(accountId: AccountId): Promise<void>;
};

type Points = {
	/** Counts one, or says in how many seconds there is room again. */
	takePoint(counter: Counter): Promise<{ ok: true } | { ok: false; retryAfter: number }>;
	returnPoint(counter: Counter): Promise<void>;
	clearPoints(counter: Counter): Promise<void>;
};

/** What can be done to accounts, in one transaction or each by itself. */
export type AccountStatements = AccountRows &
	SessionRows &
	CodeRows &
	Points & {
		/** Queues a mail; inside a transaction it is sent if and only if that commits. */
		enqueueMail(mail: AccountMail): Promise<void>;
	};

export type AccountStore = AccountStatements & {
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
	transaction<T extends { ok: boolean }>(work: (tx: AccountStatements) => Promise<T>): Promise<T>;
};
