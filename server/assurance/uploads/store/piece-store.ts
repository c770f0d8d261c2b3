import { createHash, randomUUID } from "node:crypto";
import type { WorkspaceId } from "#contract/ids.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Where new pieces of files are written. Existing pieces record where they are (file-reader.ts). */
export type PieceStore = {
	/** How many bytes a piece should have. Only the one before a break or the end may have fewer. */
	readonly pieceBytes: number;
	/**
	 * Stores bytes of an upload and counts them, both or neither. False if others were stored there in the meantime. `db` sees the
	 * scope's workspace, and is not a transaction.
	 */
	append(db: Pool, scope: Scope, uploadId: string, offset: number, bytes: Uint8Array): Promise<boolean>;
	/**
	 * Call this before the transaction that stores a new file of up to `size` bytes: however that ends, nothing of the file is left over.
	 */
	reserve(db: Pool, file: NewFile, size: number): Promise<void>;
	/** Stores one of its pieces in that transaction. All but the last one have `pieceBytes` or more. */
	insert(client: Executor, file: NewFile, piece: NewPiece): Promise<void>;
};

/** A file that does not come from its own upload. */
export type NewFile = { workspaceId: WorkspaceId; piecesId: string };

/** `place`: how many pieces come before it. */
type NewPiece = { place: number; offset: number; bytes: Uint8Array };

/** In the database. */
export const piecesInDatabase: PieceStore = {
	pieceBytes: 262_144,
	append: (db, scope, uploadId, offset, bytes) => addPiece(db, scope, { uploadId, offset, size: bytes.length, bytes }),
	async reserve() {},
	async insert(client, { workspaceId, piecesId }, { offset, bytes }) {
		await client.query("INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) VALUES ($1, $2, $3, $4)", [
			workspaceId,
			piecesId,
			offset,
			bytes,
		]);
	},
};

/** How long until an object that is being written counts as given up: far longer than writing it can take. */
const HELD = "1 hour";

const PIECE_IN_STORE_BYTES = 1_048_576;
const objectOf = ({ workspaceId, piecesId }: NewFile, name: string) => `files/${workspaceId}/${piecesId}/${name}`;

/**
 * In a store beside the database, each piece an object. They are larger than in the database, because each is a request.
 *
 * Whenever this process or the store stops, each object is either named by a piece, or on the list of those to delete: it is on the list
 * before the first byte is sent, and taken off in the transaction that counts it.
 */
export const piecesInStore = (store: ObjectStore): PieceStore => ({
	pieceBytes: PIECE_IN_STORE_BYTES,
	async append(db, scope, uploadId, offset, bytes) {
		const object = objectOf({ workspaceId: scope.workspaceId, piecesId: uploadId }, `${offset}-${randomUUID()}`);
		await db.query(`INSERT INTO loose_objects (object, held_until) VALUES ($1, now() + interval '${HELD}')`, [object]);
		await store.put(object, bytes);
		const sha256 = createHash("sha256").update(bytes).digest();
		const added = await inTransaction(
			db,
			async (client) => {
				// None if it took so long that it was given up: then it is deleted, and must not become a piece.
				const { rowCount } = await client.query(
					"DELETE FROM loose_objects WHERE object = $1 AND held_until IS NOT NULL",
					[object],
				);
				return rowCount === 1 && addPiece(client, scope, { uploadId, offset, size: bytes.length, object, sha256 });
			},
			(counted) => counted,
		);
		// Even if it is no longer on the list: a second try may have written it after it was deleted.
		if (!added) {
			await db.query(
				"INSERT INTO loose_objects (object) VALUES ($1) ON CONFLICT (object) DO UPDATE SET held_until = NULL",
				[object],
			);
		}
		return added;
	},
	async reserve(db, file, size) {
		const objects = Array.from({ length: Math.ceil(size / PIECE_IN_STORE_BYTES) }, (_, place) =>
			objectOf(file, `${place}`),
		);
		await db.query(
			`INSERT INTO loose_objects (object, held_until) SELECT unnest($1::text[]), now() + interval '${HELD}'`,
			[objects],
		);
	},
	async insert(client, file, { place, offset, bytes }) {
		const object = objectOf(file, `${place}`);
		await store.put(object, bytes);
		const { rowCount } = await client.query(
			`WITH taken AS (DELETE FROM loose_objects WHERE object = $4 AND held_until IS NOT NULL RETURNING object)
			 INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, object, object_size, object_sha256)
			 SELECT $1, $2, $3, object, $5, $6 FROM taken`,
			[file.workspaceId, file.piecesId, offset, object, bytes.length, createHash("sha256").update(bytes).digest()],
		);
		if (rowCount !== 1) throw new Error(`${object} was given up while it was written`);
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
