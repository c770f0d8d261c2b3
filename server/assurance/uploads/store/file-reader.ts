import { createHash } from "node:crypto";
import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, int, orNull, type RowOf, readRow, text } from "#server/platform/db/rows.ts";
import { type ObjectStore, ObjectStoreError } from "#server/platform/files/object-store.ts";

/** Reads objects; undefined if no store is set. */
export type Objects = Pick<ObjectStore, "get"> | undefined;

const PIECE = {
	begins_at: int,
	bytes: orNull(bytes),
	object: orNull(text),
	object_sha256: orNull(bytes),
};

/** A file's bytes in order, one piece in memory at a time. Throws an ObjectStoreError if the store does not return what was stored. */
export async function* readPieces(db: Executor, piecesId: string, objects: Objects): AsyncGenerator<Buffer> {
	let end = 0;
	for (;;) {
		const piece = await readRow(
			db,
			PIECE,
			`SELECT begins_at, bytes, object, object_sha256 FROM file_pieces WHERE pieces_id = $1 AND begins_at >= $2
			 ORDER BY begins_at LIMIT 1`,
			[piecesId, end],
		);
		if (!piece) return;
		if (piece.begins_at !== end) throw new Error(`A piece is missing of ${piecesId} at ${end}`);
		const read = piece.bytes ?? (await readObject(objects, piece));
		yield read;
		end += read.length;
	}
}

async function readObject(
	objects: Objects,
	{ object, object_sha256 }: Pick<RowOf<typeof PIECE>, "object" | "object_sha256">,
): Promise<Buffer> {
	// Guaranteed by a CHECK of the table.
	if (object === null || object_sha256 === null) throw new Error("A piece is nowhere");
	if (!objects) {
		throw new ObjectStoreError("refused", `${object} is in a store that no setting names: S3_BUCKET is not set`);
	}
	const read = await objects.get(object);
	if (!createHash("sha256").update(read).digest().equals(object_sha256)) {
		throw new ObjectStoreError("lost", `${object} is not what was stored: its SHA-256 is another one`);
	}
	return read;
}
