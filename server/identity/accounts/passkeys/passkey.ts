import type { PasskeyTransport } from "#contract/accounts/passkeys.ts";
import type { AccountId } from "#contract/ids.ts";

export type PasskeyRow = {
	id: string;
	accountId: AccountId;
	credentialId: Buffer;
	transports: string[];
	/** Whether it can be on several devices, and whether it currently is. */
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
