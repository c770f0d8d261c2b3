import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import {
	CLIENT_FILE_BYTES,
	CLIENT_FILE_REST_BYTES,
	CLIENT_FILE_UNPACKED_BYTES,
} from "#contract/workspaces/client-file-limits.ts";
import type { ClientFileSource } from "./write-client-file.ts";
import type { ZipEntry } from "./zip-writer.ts";

/** How much of the file is written: packed, and as it unpacks. */
export type Written = { packed: number; unpacked: number };

const fits = ({ packed, unpacked }: Written, bytes: number): boolean =>
	packed + bytes <= CLIENT_FILE_BYTES - CLIENT_FILE_REST_BYTES &&
	unpacked + bytes <= CLIENT_FILE_UNPACKED_BYTES - CLIENT_FILE_REST_BYTES;

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
 * The files of a batch of evidence that still fit, with their thumbnails. Returns the rows, which say where they are. Names are
 * people's, so in here files are called by their SHA-256.
 */
export async function* evidenceOf(
	source: ClientFileSource,
	rows: readonly ClientFileRow<"evidence">[],
	{ written, files }: { written: Written; files: Set<string> },
): AsyncGenerator<ZipEntry, ClientFileRow<"evidence">[]> {
	const pieces: ClientFileRow<"evidence">[] = [];
	for (const row of rows) {
		async function* store(sha256: string, ending: string, bytes: number): AsyncGenerator<ZipEntry, string | null> {
			const path = `files/evidence/${sha256}.${ending}`;
			// Several pieces may have the same file.
			if (files.has(path)) return path;
			const content = fits(written, bytes) ? await source.evidenceFile(row.id, sha256) : undefined;
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
