import type { Executor } from "#server/platform/db/pool.ts";
import type { NewFile, PieceStore } from "./piece-store.ts";

/** Writes bytes as they come, and passes them on as they are stored: one piece in memory at a time. Their places are reserved. */
export async function* writePieces(
	client: Executor,
	pieces: PieceStore,
	file: NewFile,
	parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
	let offset = 0;
	let place = 0;
	for await (const bytes of inPieces(parts, pieces.pieceBytes)) {
		await pieces.insert(client, file, { place, offset, bytes });
		place += 1;
		offset += bytes.length;
		yield bytes;
	}
}

async function* inPieces(parts: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<Buffer> {
	let waiting: Uint8Array[] = [];
	let length = 0;
	for await (const part of parts) {
		waiting.push(part);
		length += part.length;
		if (length < pieceBytes) continue;
		yield Buffer.concat(waiting);
		waiting = [];
		length = 0;
	}
	if (length > 0) yield Buffer.concat(waiting);
}
