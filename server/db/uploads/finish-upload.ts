import { createHash } from "node:crypto";
import { judgeFileType, TELLING_BYTES } from "../../uploads/file-type.ts";
import { type Upload, UploadRefusal } from "../../uploads/upload.ts";
import type { Scope } from "../../workspaces/scope.ts";
import { inTransaction, type Pool } from "../pool.ts";
import { type Objects, readPieces } from "./file-reader.ts";

/**
 * Makes a file of an upload: its bytes must be those that were announced, and what they were announced to be. Otherwise they are
 * deleted, and the refusal is thrown.
 */
export async function finishUpload(
	db: Pool,
	{ workspaceId }: Scope,
	upload: Upload,
	at: Date,
	objects: Objects,
): Promise<void> {
	const judged = await judge(db, upload, objects);
	if (!judged.ok) {
		await inTransaction(db, async (client) => {
			await client.query("DELETE FROM uploads WHERE id = $1", [upload.id]);
			await client.query("DELETE FROM file_pieces WHERE pieces_id = $1", [upload.id]);
		});
		throw new UploadRefusal("file_refused", judged.message, { sha256: upload.sha256 });
	}
	await inTransaction(db, async (client) => {
		// Twice at once: the second waits here, and finds it finished.
		const { rowCount } = await client.query(
			"UPDATE uploads SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL",
			[upload.id, at],
		);
		if (rowCount !== 1) return;
		const stored = await client.query(
			`INSERT INTO files (workspace_id, sha256, size, type, pieces_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)
			 ON CONFLICT DO NOTHING`,
			[workspaceId, Buffer.from(upload.sha256, "hex"), upload.size, judged.type, upload.id, at],
		);
		// Another member sent the same file meanwhile.
		if (stored.rowCount !== 1) await client.query("DELETE FROM file_pieces WHERE pieces_id = $1", [upload.id]);
	});
}

async function judge(db: Pool, upload: Upload, objects: Objects): Promise<Awaited<ReturnType<typeof judgeFileType>>> {
	const hash = createHash("sha256");
	const beginning: Buffer[] = [];
	let length = 0;
	for await (const piece of readPieces(db, upload.id, objects)) {
		hash.update(piece);
		if (length < TELLING_BYTES) beginning.push(piece.subarray(0, TELLING_BYTES - length));
		length += piece.length;
	}
	if (length !== upload.size || hash.digest("hex") !== upload.sha256) {
		return {
			ok: false,
			message: "What arrived is not the file that was announced: its SHA-256 is another one. It was not stored.",
		};
	}
	return judgeFileType(Buffer.concat(beginning), upload.type);
}
