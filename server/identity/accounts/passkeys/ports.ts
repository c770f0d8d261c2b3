import type { PasskeyTransport } from "#contract/accounts/passkeys.ts";
import type { AccountId } from "#contract/ids.ts";

export type PasskeyRow = {
	id: string;
	accountId: AccountId;
	credentialId: Buffer;
	transports: string[];
	/** Whether it can be on several devices, and whether it is. */
	syncable: boolean;
	synced: boolean;
	name: string;
	createdAt: Date;
	lastUsedAt: Date | null;
};

/** What is needed to check a signature. */
export type PasskeyKey = { id: string; accountId: AccountId; publicKey: Buffer; userHandle: Buffer };

export type NewPasskey = Omit<PasskeyRow, "lastUsedAt" | "transports"> & {
	publicKey: Buffer;
	counter: number;
	transports: PasskeyTransport[];
};

type ChallengeOf = { challengeHash: Buffer; browserHash: Buffer; accountId: AccountId | null };

export type PasskeyRows = {
	/** Oldest first. */
	listPasskeys(accountId: AccountId): Promise<PasskeyRow[]>;
	passkeyByCredential(credentialId: Buffer): Promise<PasskeyKey | undefined>;
	/** Its counter, locked until the transaction ends; undefined if it is gone. */
	lockPasskey(id: string): Promise<number | undefined>;
	passkeyUsed(id: string, signed: { counter: number; synced: boolean }, now: Date): Promise<void>;
	userHandleOf(accountId: AccountId): Promise<Buffer | undefined>;
	/** The account's; `fresh` if it has none yet. */
	holdUserHandle(accountId: AccountId, fresh: Buffer): Promise<Buffer>;
	/** False if an account has it already. */
	insertPasskey(passkey: NewPasskey): Promise<boolean>;
	/** False if the account has no such passkey. */
	renamePasskey(accountId: AccountId, id: string, name: string): Promise<boolean>;
	/** False if the account has no such passkey. */
	deletePasskey(accountId: AccountId, id: string): Promise<boolean>;
	insertChallenge(challenge: ChallengeOf & { expiresAt: Date }): Promise<void>;
	/** False if there is none, or no longer: each can be taken once. */
	takeChallenge(challenge: ChallengeOf, now: Date): Promise<boolean>;
};
