import type { Executor } from "../pool.ts";
import { bytes, int, readRow } from "../rows.ts";

/** A file's bytes in order, one piece in memory at a time. */
export async function* readPieces(db: Executor, piecesId: string): AsyncGenerator<Buffer> {
	let end = 0;
	for (;;) {
		const piece = await readRow(
			db,
			{ begins_at: int, bytes },
			"SELECT begins_at, bytes FROM file_pieces WHERE pieces_id = $1 AND begins_at >= $2 ORDER BY begins_at LIMIT 1",
			[piecesId, end],
		);
		if (!piece) return;
		if (piece.begins_at !== end) throw new Error(`A piece is missing of ${piecesId} at ${end}`);
		yield piece.bytes;
		end += piece.bytes.length;
	}
}
