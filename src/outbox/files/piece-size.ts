const SMALLEST = 64 * 1024;
const FIRST = 256 * 1024;
const LARGEST = 1024 * 1024;
/** A piece that takes longer than this is large enough for its line, in milliseconds. */
const QUICK_MS = 5_000;

export type PieceSize = ReturnType<typeof createPieceSize>;

/** How many bytes of a file to send in one request. It follows the line: what a cut destroys is at most one piece. */
export function createPieceSize() {
	let bytes = FIRST;
	return {
		bytes: () => bytes,
		failed(): void {
			bytes = Math.max(SMALLEST, bytes / 2);
		},
		passed(tookMs: number): void {
			if (tookMs <= QUICK_MS) bytes = Math.min(LARGEST, bytes * 2);
		},
	};
}
