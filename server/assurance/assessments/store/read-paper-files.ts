import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, orNull, type RowOf, readRows, text, uuid } from "#server/platform/db/rows.ts";
import type { LogoFile } from "#server/platform/files/pictures/logo.ts";
import { type Objects, readPieces } from "../../uploads/store/file-reader.ts";
import type { PaperSource } from "../paper/paper-data.ts";

/** The most pictures in one PDF. The others are named. */
const MOST_PICTURES = 200;
/** A file without a thumbnail that paper can show is shown itself up to this many bytes, as a signature is. */
const WHOLE_BYTES = 200_000;

const FILE = {
	evidence: uuid,
	name: text,
	type: text,
	size: int,
	pieces_id: uuid,
	small_type: orNull(text),
	small_pieces_id: orNull(uuid),
};

type Asked = { workspaceId: WorkspaceId; clientId: ClientId; evidence: readonly string[]; objects: Objects };

/** The files of some evidence, with the bytes of their thumbnails. Showing a picture adds no line to a custody list. */
export async function readPaperFiles(
	db: Executor,
	{ workspaceId, clientId, evidence, objects }: Asked,
): Promise<PaperSource["files"]> {
	const rows = await readRows(
		db,
		FILE,
		`SELECT evidence.id AS evidence, part.name, files.type, files.size, files.pieces_id, small.type AS small_type,
		   small.pieces_id AS small_pieces_id
		 FROM evidence JOIN evidence_files AS part ON (part.workspace_id, part.evidence_id) = (evidence.workspace_id, evidence.id)
		   JOIN files ON (files.workspace_id, files.sha256) = (part.workspace_id, part.sha256)
		   LEFT JOIN evidence_thumbnails AS thumbnail
		     ON (thumbnail.workspace_id, thumbnail.evidence_id, thumbnail.no) = (part.workspace_id, part.evidence_id, part.no)
		   LEFT JOIN files AS small ON (small.workspace_id, small.sha256) = (thumbnail.workspace_id, thumbnail.sha256)
		 WHERE evidence.workspace_id = $1 AND evidence.client_id = $2 AND evidence.id = ANY ($3::uuid[])
		 ORDER BY array_position($3::uuid[], evidence.id), part.no`,
		[workspaceId, clientId, evidence],
	);
	const files = new Map<string, { name: string; file: LogoFile | null }[]>();
	const known = new Map<string, LogoFile>();
	let pictures = 0;
	for (const row of rows) {
		const source = pictures < MOST_PICTURES ? sourceOf(row) : undefined;
		const file = source
			? (known.get(source.id) ?? { type: source.type, bytes: await bytesOf(db, source.id, objects) })
			: null;
		if (source && file) {
			pictures += 1;
			known.set(source.id, file);
		}
		files.set(row.evidence, [...(files.get(row.evidence) ?? []), { name: row.name, file }]);
	}
	return files;
}

type Source = { type: LogoFile["type"]; id: string };

/** The thumbnail, or the file itself if it is small. Undefined if paper can show neither. */
function sourceOf({ type, size, pieces_id, small_type, small_pieces_id }: RowOf<typeof FILE>): Source | undefined {
	if (small_pieces_id !== null && isShown(small_type)) return { type: small_type, id: small_pieces_id };
	return isShown(type) && size <= WHOLE_BYTES ? { type, id: pieces_id } : undefined;
}

const isShown = (type: string | null): type is LogoFile["type"] => type === "image/png" || type === "image/jpeg";

async function bytesOf(db: Executor, piecesId: string, objects: Objects): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of readPieces(db, piecesId, objects)) pieces.push(piece);
	return Buffer.concat(pieces);
}
