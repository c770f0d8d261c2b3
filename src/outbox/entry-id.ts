type EntryIdDeps = {
	now(): number;
	/** Fills the array with random bytes, as `crypto.getRandomValues` does. */
	randomBytes(into: Uint8Array<ArrayBuffer>): Uint8Array;
};

/** The 12 bits after the version digit count within a millisecond. */
const COUNTER_LIMIT = 0x1000;

/**
 * Makes ids (UUID v7, RFC 9562) that sort in the order they were made, also within one millisecond and after the clock is set
 * back: the store returns its records in key order.
 */
export function createEntryIds({ now, randomBytes }: EntryIdDeps): () => string {
	let time = 0;
	let counter = 0;
	return () => {
		const clock = now();
		if (clock > time) {
			time = clock;
			counter = 0;
		} else if (++counter === COUNTER_LIMIT) {
			time++;
			counter = 0;
		}
		const hex = [...randomBytes(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
		const stamp = time.toString(16).padStart(12, "0");
		// The variant, 10, replaces the first two random bits.
		const variant = "89ab"[Number.parseInt(hex.slice(0, 1), 16) & 3];
		return [
			stamp.slice(0, 8),
			stamp.slice(8),
			`7${counter.toString(16).padStart(3, "0")}`,
			`${variant}${hex.slice(1, 4)}`,
			hex.slice(4),
		].join("-");
	};
}
