import { createHash, randomUUID } from "node:crypto";
import { SEALED_FILE } from "#contract/requests/sealing.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, readRow } from "#server/platform/db/rows.ts";
import { type Seals, SealUnknown } from "#server/platform/sealing/seals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { judgeFileType, TELLING_BYTES } from "../file-type.ts";
import { EMPTY, type Upload, UploadRefusal } from "../upload.ts";
import { type Objects, readPieces } from "./file-reader.ts";
import type { NewFile, PieceStore } from "./piece-store.ts";
import { writePieces } from "./write-pieces.ts";

type Deps = { db: Pool; seals: Seals; pieces: PieceStore; objects: Objects };

/** What becomes a row of `files`. */
type Finished = { sha256: string; size: number; type: string; piecesId: string };

/**
 * Turns an upload into a file: its bytes must match what was announced, in number and in kind. Otherwise they are deleted, and the
 * refusal is thrown. For a sealed upload, its content becomes the file, and the sealed bytes are deleted.
 */
export async function finishUpload(deps: Deps, scope: Scope, upload: Upload, at: Date): Promise<void> {
	const { db, pieces, objects } = deps;
	const { workspaceId } = scope;
	const isSealed = upload.type === SEALED_FILE;
	try {
		const arrived = await look(readPieces(db, upload.id, objects));
		if (arrived.size !== upload.size || arrived.sha256 !== upload.sha256)
			throw new UploadRefusal("file_refused", OTHER);
		const type = isSealed ? SEALED_FILE : await typeOf(arrived.beginning, upload.type);
		const opened = { workspaceId, piecesId: randomUUID() };
		if (isSealed) await pieces.reserve(db, opened, upload.size);
		await inTransaction(db, async (client) => {
			// If this runs twice at once, the second waits here and finds it finished.
			const { rowCount } = await client.query(
				"UPDATE uploads SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL",
				[upload.id, at],
			);
			if (rowCount !== 1) return;
			const file = isSealed
				? await openUpload(client, deps, opened, upload)
				: { sha256: upload.sha256, size: upload.size, type, piecesId: upload.id };
			await insertFile(client, scope, file, at);
			if (!isSealed) return;
			await client.query("DELETE FROM file_pieces WHERE pieces_id = $1", [upload.id]);
			await client.query(
				`INSERT INTO sealed_files (workspace_id, sealed_sha256, sealed_size, sha256) VALUES ($1, $2, $3, $4)
				 ON CONFLICT DO NOTHING`,
				[workspaceId, Buffer.from(upload.sha256, "hex"), upload.size, Buffer.from(file.sha256, "hex")],
			);
		});
	} catch (error) {
		if (!(error instanceof UploadRefusal)) throw error;
		// Another request deletes the sealed bytes, which this one looked at, when it finishes.
		if (await wasFinished(db, upload)) return;
		throw new UploadRefusal(error.code, error.message, { sha256: upload.sha256 });
	}
}

/** Whether another request has finished it. If not, it is deleted with what has arrived of it. */
const wasFinished = (db: Pool, { id }: Upload): Promise<boolean> =>
	inTransaction(db, async (client) => {
		const row = await readRow(
			client,
			{ finished: flag },
			"SELECT finished_at IS NOT NULL AS finished FROM uploads WHERE id = $1 FOR UPDATE",
			[id],
		);
		if (row?.finished) return true;
		await client.query("DELETE FROM uploads WHERE id = $1", [id]);
		await client.query("DELETE FROM file_pieces WHERE pieces_id = $1", [id]);
		return false;
	});

async function insertFile(client: Executor, { workspaceId }: Scope, file: Finished, at: Date): Promise<void> {
	const { rowCount } = await client.query(
		`INSERT INTO files (workspace_id, sha256, size, type, pieces_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		 ON CONFLICT DO NOTHING`,
		[workspaceId, Buffer.from(file.sha256, "hex"), file.size, file.type, file.piecesId, at],
	);
	// Another member sent the same file in the meantime.
	if (rowCount !== 1) await client.query("DELETE FROM file_pieces WHERE pieces_id = $1", [file.piecesId]);
}

/** Stores the content of a sealed upload as separate pieces. */
async function openUpload(
	client: Executor,
	{ seals, pieces, objects }: Deps,
	file: NewFile,
	{ id }: Upload,
): Promise<Finished> {
	const opened = seals.open(file.workspaceId, readPieces(client, id, objects));
	const { sha256, size, beginning } = await look(writePieces(client, pieces, file, opened)).catch((error: unknown) => {
		throw error instanceof SealUnknown ? sealUnknown() : error;
	});
	if (size === 0) throw new UploadRefusal("file_refused", EMPTY);
	// Nobody has said what it is.
	return { sha256, size, type: await typeOf(beginning, "application/octet-stream"), piecesId: file.piecesId };
}

/** What we can tell about bytes as they pass through, with only a part in memory at a time. */
async function look(parts: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number; beginning: Buffer }> {
	const hash = createHash("sha256");
	const beginning: Uint8Array[] = [];
	let size = 0;
	for await (const part of parts) {
		hash.update(part);
		if (size < TELLING_BYTES) beginning.push(part.subarray(0, TELLING_BYTES - size));
		size += part.length;
	}
	return { sha256: hash.digest("hex"), size, beginning: Buffer.concat(beginning) };
}

async function typeOf(beginning: Buffer, announced: string): Promise<string> {
	const judged = await judgeFileType(beginning, announced);
	if (!judged.ok) throw new UploadRefusal("file_refused", judged.message);
	return judged.type;
}

const OTHER = "What arrived is not the file that was announced: its SHA-256 is another one. It was not stored.";

export const sealUnknown = () =>
	new UploadRefusal(
		"seal_unknown",
		"This server cannot open this file: it was sealed for another workspace or server, or it is damaged. It was not stored here, and it stays on the device. If all sealed files are refused, ask the operator whether this server’s seal secret has changed.",
	);
