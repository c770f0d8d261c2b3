import type { AccountId } from "#contract/ids.ts";
import type { DataKeys, LockCrypto } from "./data-key.ts";
import type { LockStore } from "./lock-store.ts";
import type { Passkeys } from "./passkeys.ts";

/** Messages between tabs. `opened` carries the keys, so all tabs open together. */
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
	/** The account that has a lock, stored where it can be read synchronously. */
	hint: { read(): string | null; write(owner: AccountId | null): void };
	now(): number;
	iterations: number;
	/** Called before anything is read or written under another data key, or under none: what was stored under the previous one is deleted. */
	onKey(key: string | null): Promise<void>;
	/** Called when a lock is required and there is none: stored answers are deleted. */
	onMissing(): Promise<void>;
};
