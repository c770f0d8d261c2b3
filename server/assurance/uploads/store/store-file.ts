import { createHash, randomUUID } from "node:crypto";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, readRow } from "#server/platform/db/rows.ts";

/** The same as for uploads (server/assurance/uploads/tus-store.ts). */
const PIECE_BYTES = 262_144;

/** A file that arrived as a whole, with the type that the server found in its bytes. */
type WholeFile = { bytes: Buffer; type: string; at: Date };

/** Stores a file for a workspace, unless it already has it. The caller holds the workspace, and names the file in the same transaction. */
export async function storeFile(client: Executor, workspaceId: string, { bytes, type, at }: WholeFile): Promise<void> {
	const piecesId = randomUUID();
	// If nothing names it, it is not dropped in the meantime: it counts as new as this one.
	const stored = await readRow(
		client,
		{ isNew: int },
		`INSERT INTO files (workspace_id, sha256, size, type, pieces_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		 ON CONFLICT (workspace_id, sha256) DO UPDATE SET created_at = greatest(files.created_at, excluded.created_at)
		 RETURNING (pieces_id = $5)::integer AS "isNew"`,
		[workspaceId, createHash("sha256").update(bytes).digest(), bytes.length, type, piecesId, at],
	);
	if (stored?.isNew !== 1) return;
	for (let begin = 0; begin < bytes.length; begin += PIECE_BYTES) {
		await client.query("INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) VALUES ($1, $2, $3, $4)", [
			workspaceId,
			piecesId,
			begin,
			bytes.subarray(begin, begin + PIECE_BYTES),
		]);
	}
}

/**
 * Bytes of all files of a workspace, and for unfinished uploads only what has arrived: announced bytes take no room from others.
 * Questionnaires are behind the wall of their client: a client's scope counts only its own.
 */
export async function readStored(client: Executor, workspaceId: string): Promise<number> {
	const row = await readRow(
		client,
		{ bytes: int },
		`SELECT coalesce((SELECT sum(size) FROM files WHERE workspace_id = $1), 0)::bigint
		   + coalesce((SELECT sum(received) FROM uploads WHERE workspace_id = $1 AND finished_at IS NULL), 0)::bigint
		   + coalesce((SELECT sum(size) FROM questionnaires WHERE workspace_id = $1), 0)::bigint AS bytes`,
		[workspaceId],
	);
	if (!row) throw new Error("Sums without a row");
	return row.bytes;
}
