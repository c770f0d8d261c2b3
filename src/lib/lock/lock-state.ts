/** What opens a lock: something typed (a PIN or a passphrase), or a passkey. */
export type LockWay = "pin" | "passkey";

/**
 * Whether what this device keeps for reading is readable now.
 * - `off`: there is no lock. What is kept is in clear.
 * - `locked`: nothing kept can be read. `ways`: what opens it; none if the lock could not be read. `digits`: the PIN has only digits.
 *   `wrong`: how many wrong PINs were typed since it was last opened. `waitUntil`: no PIN is tried before, in milliseconds of the wall
 *   clock; null if there is nothing to wait for.
 * - `open`: this tab has the data key. `key`: its name. What was encrypted under another name cannot be read any more.
 */
export type LockState =
	| { status: "off" }
	| { status: "locked"; ways: readonly LockWay[]; digits: boolean; wrong: number; waitUntil: number | null }
	| { status: "open"; key: string; ways: readonly LockWay[]; minutes: number };

export type Bytes = Uint8Array<ArrayBuffer>;

/** What the rest of the product uses of the lock. */
export type LockForData = {
	/** The same object until it changes. Before `ready`, what this device remembers: perhaps `off` or `locked` too soon, never `open`. */
	state(): LockState;
	/** Resolves once the lock was read from this device, to its state. Never rejects. */
	ready(): Promise<LockState>;
	/** Calls back after every change, in this tab and in others. Returns a function that ends it. */
	subscribe(listener: () => void): () => void;
	/** Encrypts under the data key, each time differently. Rejects with a LockedError unless `open`. */
	encrypt(bytes: Bytes): Promise<Bytes>;
	/** Rejects with a LockedError unless `open`, and with another error if these bytes are not from this data key. */
	decrypt(sealed: Bytes): Promise<Bytes>;
	/** A name that tells nothing to who lacks the data key, always the same for a text. Rejects with a LockedError unless `open`. */
	nameFor(text: string): Promise<string>;
};

/** The data key is not here: the lock is off or locked. */
export class LockedError extends Error {
	override name = "LockedError";
}
