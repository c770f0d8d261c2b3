import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import type { ZipEntry } from "#server/platform/files/zip/zip-writer.ts";

/** Reads files of evidence. Undefined: it was deleted in the meantime. */
type Files = { evidenceFile(id: EvidenceId, sha256: string): Promise<Buffer | undefined> };

const ENDINGS: Readonly<Record<string, string>> = {
	"image/jpeg": "jpg",
	"image/png": "png",
	"image/webp": "webp",
	"image/gif": "gif",
	"image/avif": "avif",
	"audio/webm": "webm",
	"audio/ogg": "ogg",
	"audio/mpeg": "mp3",
	"audio/mp4": "m4a",
	"audio/wav": "wav",
	"application/pdf": "pdf",
};

type Piece = ClientFileRow<"evidence">;
type Part = Piece["files"][number];

/** File names come from people, so files in the .zip are named by their SHA-256. */
const pathOf = ({ sha256, type }: Part): string => `files/evidence/${sha256}.${ENDINGS[type] ?? "bin"}`;
const smallPathOf = ({ thumbnail }: Part): string => `files/evidence/${thumbnail}.small`;

/** A piece with the paths of its files, for those that are in a .zip. Pure. */
export function withPaths(piece: Piece, files: ReadonlySet<string>): Piece {
	const orNull = (path: string) => (files.has(path) ? path : null);
	return {
		...piece,
		files: piece.files.map((part) => ({
			...part,
			thumbnail: part.thumbnail && orNull(smallPathOf(part)),
			file: orNull(pathOf(part)),
		})),
	};
}

/**
 * The files of a batch of evidence that still fit into a .zip, with their thumbnails. Records in `files` which ones are included. Returns
 * the rows, with their paths.
 */
export async function* evidenceOf(
	source: Files,
	rows: readonly Piece[],
	{ fits, files }: { fits: (bytes: number) => boolean; files: Set<string> },
): AsyncGenerator<ZipEntry, Piece[]> {
	for (const row of rows) {
		async function* store(path: string, sha256: string, bytes: number): AsyncGenerator<ZipEntry> {
			// Several pieces may have the same file.
			if (files.has(path)) return;
			const content = fits(bytes) ? await source.evidenceFile(row.id, sha256) : undefined;
			if (!content) return;
			files.add(path);
			yield { path, content };
		}
		for (const part of row.files) {
			if (part.thumbnail) yield* store(smallPathOf(part), part.thumbnail, 0);
			yield* store(pathOf(part), part.sha256, part.bytes);
		}
	}
	return rows.map((row) => withPaths(row, files));
}
