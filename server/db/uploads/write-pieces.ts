import type { WorkspaceId } from "#contract/ids.ts";
import { PIECE_BYTES } from "../../uploads/upload.ts";
import type { Executor } from "../pool.ts";

/** Writes bytes as they come, and passes them on as they are stored: one piece in memory at a time. */
export async function* writePieces(
	client: Executor,
	{ workspaceId, piecesId }: { workspaceId: WorkspaceId; piecesId: string },
	parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
	let beginsAt = 0;
	for await (const bytes of inPieces(parts)) {
		await client.query("INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) VALUES ($1, $2, $3, $4)", [
			workspaceId,
			piecesId,
			beginsAt,
			bytes,
		]);
		beginsAt += bytes.length;
		yield bytes;
	}
}

async function* inPieces(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let waiting: Uint8Array[] = [];
	let length = 0;
	for await (const part of parts) {
		waiting.push(part);
		length += part.length;
		if (length < PIECE_BYTES) continue;
		yield Buffer.concat(waiting);
		waiting = [];
		length = 0;
	}
	if (length > 0) yield Buffer.concat(waiting);
}
