/** How long a piece gets, in bytes. */
const LARGE = 1_000_000;

/**
 * Small pieces of a file joined to large ones, for an answer that looks into the database before it sends each. The first goes at once,
 * so that a download begins.
 */
export async function* largePieces(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
	let held: Uint8Array[] = [];
	let bytes = 0;
	let least = 1;
	for await (const piece of pieces) {
		const buffer = Buffer.from(piece);
		held.push(buffer);
		bytes += buffer.length;
		if (bytes < least) continue;
		yield Buffer.concat(held);
		held = [];
		bytes = 0;
		least = LARGE;
	}
	if (bytes > 0) yield Buffer.concat(held);
}
