import type { Me, ProfileChange } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import type { AskedSession, FoundSession, SessionRow } from "../sessions/found-session.ts";
import type { AddressConfirmed } from "./address-confirmed.ts";
import type { AccountMail } from "./email/mail.ts";
import type { PasskeyRows } from "./passkeys/ports.ts";

/** What a session has to do with the second factors of its account. */
export type FactorStanding = {
	/** Whether the account has a second factor. */
	has: boolean;
	/** Whether the session's user gave two. */
	given: boolean;
	/** Whether the session began at a company's provider, which vouches for that company's workspace alone. */
	byCompany: boolean;
	/** Whether a workspace of the account requires two. */
	required: boolean;
};

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

/** What a code is for: confirming the account's address, changing to another one, setting a new password. */
export type CodePurpose = "confirm" | "change" | "reset";

/** `signOutPage`: where the browser can sign out at the provider that it came through; null without one. */
export type EndedSession = { accountId: AccountId; signOutPage: string | null };

/** `emailKey`: the address it was sent to. */
export type CodeRow = { accountId: AccountId; purpose: CodePurpose; emailKey: string; codeHash: string };

/** Which code is meant: the signed-in account's, or that of the account with this address. */
export type CodeQuery = { purposes: CodePurpose[]; emailKey: string; accountId?: AccountId };

/** What the "not me" link in an email with a code cancels. */
export type NotMeLink = Omit<CodeRow, "codeHash">;

type AccountRows = {
	accountByKey(emailKey: string): Promise<Account | undefined>;
	accountById(id: AccountId): Promise<Account | undefined>;
	/** The same, locked until the transaction ends. */
	lockAccount(id: AccountId): Promise<Account | undefined>;
	/** False if the address is taken. If another transaction is inserting it, waits until that one ends. */
	insertAccount(account: NewAccount): Promise<boolean>;
	setPassword(id: AccountId, hash: string): Promise<void>;
	/** Undefined if the account is gone. */
	setProfile(id: AccountId, change: ProfileChange): Promise<Account | undefined>;
	setPendingAddress(id: AccountId, address: Address | null): Promise<void>;
	/** Makes the pending address the account's. False if the pending address is another one by now, or is taken. */
	adoptPendingAddress(id: AccountId, emailKey: string, now: Date): Promise<boolean>;
	/** Does nothing if the account has another address by now. */
	confirmAddress(id: AccountId, emailKey: string, now: Date): Promise<void>;
	/** Locks the account's workspaces. The names of those that would have members and no owner without it. */
	holdWorkspaces(id: AccountId): Promise<string[]>;
	/** With its sessions, codes and consents, its memberships, and the workspaces that no one else owns with all their work. */
	deleteAccount(id: AccountId): Promise<void>;
	insertRegistration(tokenHash: Buffer, accountId: AccountId | null, expiresAt: Date): Promise<void>;
	/** Does nothing if no account is registered under the token, or if the call is repeated. */
	recordConsents(tokenHash: Buffer, agreed: { terms: string; updates: boolean }, now: Date): Promise<void>;
};

type SessionRows = {
	/** Ends the account's oldest sessions if it has too many. */
	insertSession(session: SessionRow & { tokenHash: Buffer }): Promise<void>;
	findSession(asked: AskedSession): Promise<FoundSession | undefined>;
	listSessions(accountId: AccountId): Promise<SessionRow[]>;
	touchSession(id: string, now: Date): Promise<void>;
	rememberSession(id: string): Promise<void>;
	/** Its user has just proved who they are. False if it has ended. */
	proveSession(id: string, now: Date): Promise<boolean>;
	/** From now on, the session counts as one with two factors. */
	gaveTwoFactors(id: string): Promise<void>;
	/** An account that has no second factor left has no session with two. */
	dropLostFactors(accountId: AccountId): Promise<void>;
	/** False if the account has no such session. */
	endSession(accountId: AccountId, id: string): Promise<boolean>;
	/** Undefined if there is none. */
	endSessionOf(tokenHash: Buffer): Promise<EndedSession | undefined>;
	/** Also those that wait for a second factor. */
	endAllSessions(accountId: AccountId): Promise<void>;
	endOtherSessions(accountId: AccountId, keptId: string): Promise<void>;
	insertDevice(tokenHash: Buffer, accountId: AccountId, now: Date): Promise<void>;
	/** The account with this address, if it has signed in on the device. */
	accountOfDevice(tokenHash: Buffer, emailKey: string): Promise<Pick<Account, "emailConfirmed"> | undefined>;
	forgetDevice(tokenHash: Buffer): Promise<void>;
	forgetDevices(accountId: AccountId): Promise<void>;
};

type NewCode = CodeRow & {
	createdAt: Date;
	expiresAt: Date;
	/** The job whose email contains it. */
	jobId: string;
	/** Whether it replaces one that is still valid. */
	renews: boolean;
};

type CodeRows = {
	/** Replaces an earlier code of the same purpose. False if that one is still valid and must not be replaced. */
	saveCode(code: NewCode): Promise<boolean>;
	/** The newest valid code that matches. */
	findCode(about: CodeQuery, now: Date): Promise<CodeRow | undefined>;
	/** False if it has been tried too often, used or replaced. */
	countTry(code: CodeRow): Promise<boolean>;
	/** False if it was used or replaced in the meantime. */
	spendCode(code: CodeRow): Promise<boolean>;
	/** All of the account's codes, or those of one purpose. */
	deleteCodes(accountId: AccountId, purpose?: CodePurpose): Promise<void>;
	/**
	 * A link of a reset replaces the account's earlier ones, because their codes are gone: an old email must not cancel codes
	 * that were sent later.
	 */
	insertNotMeLink(tokenHash: Buffer, link: NotMeLink): Promise<void>;
	findNotMeLink(tokenHash: Buffer): Promise<NotMeLink | undefined>;
};

export type SecondFactorRows = {
	totpOf(accountId: AccountId): Promise<{ sealedSecret: Buffer; confirmedAt: Date | null } | undefined>;
	/** Replaces a secret that is not confirmed. False if there is a confirmed one. */
	saveTotp(accountId: AccountId, sealedSecret: Buffer, now: Date): Promise<boolean>;
	/** `step`: of the code that confirmed it. */
	confirmTotp(accountId: AccountId, step: number, now: Date): Promise<void>;
	/** False if a code of this step or of a later one was used. */
	spendStep(accountId: AccountId, step: number): Promise<boolean>;
	/** With the recovery codes and the sign-ins that wait for a second factor. */
	deleteTotp(accountId: AccountId): Promise<void>;
	replaceRecoveryCodes(accountId: AccountId, hashes: Buffer[], now: Date): Promise<void>;
	/** False if there is no such code, or no longer. */
	spendRecoveryCode(accountId: AccountId, hash: Buffer): Promise<boolean>;
	recoveryCodesLeft(accountId: AccountId): Promise<number>;
	insertPending(pending: { tokenHash: Buffer; accountId: AccountId; expiresAt: Date }): Promise<void>;
	/** Whose sign-in it is; undefined if it has ended or was tried too often. */
	countPendingTry(tokenHash: Buffer, now: Date): Promise<AccountId | undefined>;
	/** Of the account whose session it is; undefined if that has ended. */
	factorsOf(sessionId: string): Promise<FactorStanding | undefined>;
	/** False if it has ended. */
	endPending(tokenHash: Buffer): Promise<boolean>;
};

type Points = {
	/** Counts one, or returns in how many seconds there is room again. */
	takePoint(counter: Counter): Promise<{ ok: true } | { ok: false; retryAfter: number }>;
	returnPoint(counter: Counter): Promise<void>;
	clearPoints(counter: Counter): Promise<void>;
};

/** What can be done to accounts, in one transaction or each by itself. */
export type AccountStatements = AccountRows &
	SessionRows &
	CodeRows &
	SecondFactorRows &
	PasskeyRows &
	Points & {
		/** Queues an email. Inside a transaction, it is sent if and only if that commits. */
		enqueueMail(mail: AccountMail): Promise<void>;
	};

export type AccountTransaction = AccountStatements & {
	/** To be called where an address was confirmed. */
	addressConfirmed(facts: AddressConfirmed): Promise<void>;
};

export type AccountStore = AccountStatements & {
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
	transaction<T extends { ok: boolean }>(work: (tx: AccountTransaction) => Promise<T>): Promise<T>;
};
