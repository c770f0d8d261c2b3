/** What opens a lock: something typed (a PIN or a passphrase), or a passkey. */
export type LockWay = "pin" | "passkey";

/**
 * Whether the stored answers on this device are readable now.
 * - `off`: there is no lock. Stored answers are in clear.
 * - `locked`: stored answers cannot be read. `ways`: what opens it; none if the lock could not be read. `digits`: the PIN has only digits.
 *   `wrong`: how many wrong PINs were typed since it was last opened. `waitUntil`: no PIN is tried before, in milliseconds of the wall
 *   clock; null if there is nothing to wait for.
 * - `open`: this tab has the data key. `key`: its name. Data encrypted under another name can no longer be read.
 */
export type LockState =
	| { status: "off" }
	| { status: "locked"; ways: readonly LockWay[]; digits: boolean; wrong: number; waitUntil: number | null }
	| { status: "open"; key: string; ways: readonly LockWay[]; minutes: number };

export type Bytes = Uint8Array<ArrayBuffer>;

/** The part of the lock that the rest of the product uses. */
export type LockForData = {
	/** The same object until it changes. Before `ready`, what this device remembers: perhaps `off` or `locked` too soon, never `open`. */
	state(): LockState;
	/** Resolves once the lock was read from this device, to its state. Never rejects. */
	ready(): Promise<LockState>;
	/** Calls back after every change, in this tab and in others. Returns a function that stops it. */
	subscribe(listener: () => void): () => void;
	/** Encrypts under the data key, each time differently. Rejects with a LockedError unless `open`. */
	encrypt(bytes: Bytes): Promise<Bytes>;
	/** Rejects with a LockedError unless `open`, and with another error if these bytes are not from this data key. */
	decrypt(sealed: Bytes): Promise<Bytes>;
	/**
	 * A name that reveals nothing without the data key, and is always the same for the same text. Rejects with a LockedError unless `open`.
	 */
	nameFor(text: string): Promise<string>;
};

/** The data key is not here: the lock is off or locked. */
export class LockedError extends Error {
	override name = "LockedError";
}
