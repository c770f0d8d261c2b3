import type { EvidenceId } from "#contract/evidence/evidence.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import type { ZipEntry } from "./zip-writer.ts";

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

/**
 * The files of a batch of evidence that still fit into a .zip, with their thumbnails. Returns the rows, which say where they are. Names are
 * people's, so in here files are called by their SHA-256.
 */
export async function* evidenceOf(
	source: Files,
	rows: readonly ClientFileRow<"evidence">[],
	{ fits, files }: { fits: (bytes: number) => boolean; files: Set<string> },
): AsyncGenerator<ZipEntry, ClientFileRow<"evidence">[]> {
	const pieces: ClientFileRow<"evidence">[] = [];
	for (const row of rows) {
		async function* store(sha256: string, ending: string, bytes: number): AsyncGenerator<ZipEntry, string | null> {
			const path = `files/evidence/${sha256}.${ending}`;
			// Several pieces may have the same file.
			if (files.has(path)) return path;
			const content = fits(bytes) ? await source.evidenceFile(row.id, sha256) : undefined;
			if (!content) return null;
			files.add(path);
			yield { path, content };
			return path;
		}
		const parts: (typeof row)["files"] = [];
		for (const part of row.files) {
			const thumbnail = part.thumbnail && (yield* store(part.thumbnail, "small", 0));
			parts.push({ ...part, thumbnail, file: yield* store(part.sha256, ENDINGS[part.type] ?? "bin", part.bytes) });
		}
		pieces.push({ ...row, files: parts });
	}
	return pieces;
}
