const SMALLEST = 64 * 1024;
const FIRST = 256 * 1024;
const LARGEST = 1024 * 1024;
/** If a piece takes longer than this, in milliseconds, it is large enough for its connection. */
const QUICK_MS = 5_000;

/** How many pieces of a size must get through after a break before larger ones are tried. */
const CALM = 64;

export type PieceSize = ReturnType<typeof createPieceSize>;

/**
 * How many bytes of a file to send in one request. It adapts to the connection: a break costs up to one piece, because browsers resend a
 * request on their own when a reused connection breaks. So on a connection that breaks often, pieces stay small.
 */
export function createPieceSize() {
	let bytes = FIRST;
	let most = LARGEST;
	let calm = 0;
	return {
		bytes: () => bytes,
		failed(): void {
			bytes = Math.max(SMALLEST, bytes / 2);
			most = bytes;
			calm = 0;
		},
		passed(tookMs: number): void {
			calm += 1;
			if (calm >= CALM) {
				most = Math.min(LARGEST, most * 2);
				calm = 0;
			}
			if (tookMs <= QUICK_MS) bytes = Math.min(most, bytes * 2);
		},
	};
}
