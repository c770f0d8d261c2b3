import { createHash, randomUUID } from "node:crypto";
import type { ObjectStore } from "../../uploads/object-store.ts";
import type { Scope } from "../../workspaces/scope.ts";
import { type Executor, inTransaction, type Pool } from "../pool.ts";

/** Where new pieces of files are written. Those that are there already say themselves where they are (file-reader.ts). */
export type PieceStore = {
	/** What a piece should hold, in bytes. Only what comes before a break or the end may be less. */
	readonly pieceBytes: number;
	/**
	 * Stores bytes of an upload and counts them, both or neither. False if others were stored there meanwhile. `db` sees the scope's
	 * workspace, and is no transaction.
	 */
	append(db: Pool, scope: Scope, uploadId: string, offset: number, bytes: Uint8Array): Promise<boolean>;
};

/** In the database. */
export const piecesInDatabase: PieceStore = {
	pieceBytes: 262_144,
	append: (db, scope, uploadId, offset, bytes) => addPiece(db, scope, { uploadId, offset, size: bytes.length, bytes }),
};

/** Until an object that is being written counts as given up: far longer than it can take to write it. */
const HELD = "1 hour";

/**
 * In a store beside the database, each piece an object. Larger ones than in the database, because each is a request.
 *
 * Whenever this process or the store stops, each object is either named by a piece, or on the list of those to delete: it is on the
 * list before the first byte is sent, and taken off in the transaction that counts it.
 */
export const piecesInStore = (store: ObjectStore): PieceStore => ({
	pieceBytes: 1_048_576,
	async append(db, scope, uploadId, offset, bytes) {
		const object = `files/${scope.workspaceId}/${uploadId}/${offset}-${randomUUID()}`;
		await db.query(`INSERT INTO loose_objects (object, held_until) VALUES ($1, now() + interval '${HELD}')`, [object]);
		await store.put(object, bytes);
		const sha256 = createHash("sha256").update(bytes).digest();
		const added = await inTransaction(
			db,
			async (client) => {
				// None if it took so long that it was given up: it is deleted, and must not become a piece.
				const { rowCount } = await client.query(
					"DELETE FROM loose_objects WHERE object = $1 AND held_until IS NOT NULL",
					[object],
				);
				return rowCount === 1 && addPiece(client, scope, { uploadId, offset, size: bytes.length, object, sha256 });
			},
			(counted) => counted,
		);
		// Also if it is not on the list any more: a second try may have written it after it was deleted.
		if (!added) {
			await db.query(
				"INSERT INTO loose_objects (object) VALUES ($1) ON CONFLICT (object) DO UPDATE SET held_until = NULL",
				[object],
			);
		}
		return added;
	},
});

type Piece = { uploadId: string; offset: number; size: number } & (
	| { bytes: Uint8Array }
	| { object: string; sha256: Uint8Array }
);

/** One statement, so that what is counted is stored. */
async function addPiece(db: Executor, { workspaceId, accountId }: Scope, piece: Piece): Promise<boolean> {
	const { bytes, object, sha256 } = { bytes: null, object: null, sha256: null, ...piece };
	const { rowCount } = await db.query(
		`WITH grown AS (
		   UPDATE uploads SET received = received + $5::integer
		   WHERE id = $1 AND workspace_id = $2 AND account_id = $3 AND received = $4::bigint AND received + $5::integer <= size
		     AND finished_at IS NULL
		   RETURNING workspace_id, id)
		 INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes, object, object_size, object_sha256)
		 SELECT workspace_id, id, $4::bigint, $6::bytea, $7::text, CASE WHEN $7::text IS NULL THEN NULL ELSE $5::integer END, $8::bytea
		 FROM grown`,
		[piece.uploadId, workspaceId, accountId, piece.offset, piece.size, bytes, object, sha256],
	);
	return rowCount === 1;
}
