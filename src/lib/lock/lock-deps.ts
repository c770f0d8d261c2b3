import type { AccountId } from "#contract/ids.ts";
import type { DataKeys, LockCrypto } from "./data-key.ts";
import type { LockStore } from "./lock-store.ts";
import type { Passkeys } from "./passkeys.ts";

/** What tabs tell each other. `opened` brings the keys: those that are open now are opened together. */
export type LockMessage =
	| { type: "opened"; key: string; keys: DataKeys }
	| { type: "locked" }
	| { type: "changed" }
	| { type: "used"; at: number };

export type LockDeps = {
	store: LockStore;
	crypto: LockCrypto & Pick<Crypto, "randomUUID">;
	passkeys: Passkeys | null;
	channel: { post(message: LockMessage): void; listen(listener: (message: LockMessage) => void): void };
	/** Whose lock there is: remembered where it can be read at once. */
	hint: { read(): string | null; write(owner: AccountId | null): void };
	now(): number;
	iterations: number;
	/** Called before anything is read or written under another data key, or under none: what was kept under the last one goes. */
	onKey(key: string | null): Promise<void>;
	/** Called when a lock is required and there is none: what was kept goes. */
	onMissing(): Promise<void>;
};
