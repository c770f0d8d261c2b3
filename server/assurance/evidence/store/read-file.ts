import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, int, readRow, readRows, text, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { type Objects, readPieces } from "../../uploads/store/file-reader.ts";
import { noteCustody } from "./custody.ts";

/** A file of a piece of evidence, or the thumbnail of one. */
const FILE = { name: text, type: text, size: int, pieces_id: uuid, is_thumbnail: flag };

/** A stored file, to be read piece by piece. */
export type FileToRead = { name: string; type: string; size: number; pieces: AsyncIterable<Buffer> };

/** Undefined if the piece, as this scope sees it, has neither. */
export async function readFile(
	db: Executor,
	scope: Scope,
	{ id, sha256, at, objects }: { id: EvidenceId; sha256: Buffer; at: Date; objects: Objects },
): Promise<FileToRead | undefined> {
	const { workspaceId, clientId } = scope;
	const file = await readRow(
		db,
		FILE,
		`SELECT part.name, files.type, files.size, files.pieces_id, part.sha256 <> files.sha256 AS is_thumbnail FROM evidence
		 JOIN evidence_files AS part ON part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id
		 LEFT JOIN evidence_thumbnails AS small
		   ON (small.workspace_id, small.evidence_id, small.no) = (part.workspace_id, part.evidence_id, part.no)
		 JOIN files ON files.workspace_id = evidence.workspace_id AND files.sha256 = $3
		 WHERE evidence.workspace_id = $1 AND evidence.id = $2 AND $3 IN (part.sha256, small.sha256)
		   AND ($4::uuid IS NULL OR client_id = $4)
		 ORDER BY is_thumbnail LIMIT 1`,
		[workspaceId, id, sha256, clientId],
	);
	if (!file) return undefined;
	const { is_thumbnail, pieces_id, ...said } = file;
	for (const piece of is_thumbnail ? await piecesOf(db, scope, sha256) : [id]) {
		await noteCustody(db, scope, piece, at, "opened");
	}
	return { ...said, pieces: readPieces(db, pieces_id, objects) };
}

/**
 * Evidence that has these bytes as a file and not as a thumbnail, usually none: naming a file as the thumbnail of something else is no
 * way to read it in secret.
 */
async function piecesOf(db: Executor, { workspaceId }: Scope, sha256: Buffer): Promise<EvidenceId[]> {
	const rows = await readRows(
		db,
		{ evidence_id: uuid },
		"SELECT DISTINCT evidence_id FROM evidence_files WHERE workspace_id = $1 AND sha256 = $2",
		[workspaceId, sha256],
	);
	return rows.map(({ evidence_id }) => evidence_id as EvidenceId);
}
