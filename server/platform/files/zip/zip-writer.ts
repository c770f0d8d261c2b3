import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import type { PackedFile } from "./zip-reader.ts";

export type ZipEntry = { path: string; content: Buffer };
/** An entry from another .zip, which stays packed as it was. */
export type PackedEntry = { path: string; packed: PackedFile };
/** An entry too long to hold in memory: it is packed while it is produced. */
export type StreamedEntry = { path: string; pieces: AsyncIterable<Buffer> };

const deflate = promisify(deflateRaw);

/** What does not get smaller, and what might get so small that it would be rejected later (zip-reader.ts). */
const PACKED = /^files\/evidence\/|\.(?:pdf|png|zip|gz)$/;

/**
 * A .zip of these entries, piece by piece. Each entry is packed off the event loop once the one before it has been sent. `made`: the
 * creation time to write into the file; now by default.
 */
export async function* zipOf(
	entries: AsyncIterable<ZipEntry | PackedEntry | StreamedEntry>,
	made?: Date,
): AsyncGenerator<Uint8Array> {
	let chunks: Uint8Array[] = [];
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		chunks.push(chunk);
	});
	for await (const entry of entries) {
		const isPacked = PACKED.test(entry.path);
		const file = {
			filename: entry.path,
			size: 0,
			crc: 0,
			compression: isPacked ? 0 : 8,
			...(made && { mtime: made }),
			ondata: () => {},
		} satisfies ZipInputFile;
		const add: ZipInputFile = file;
		const note = (piece: Buffer) => {
			file.size += piece.length;
			file.crc = crc32(piece, file.crc);
		};
		if ("packed" in entry) {
			const { content, method, size, crc32: crc } = entry.packed;
			Object.assign(file, { size, crc, compression: method });
			zip.add(add);
			add.ondata?.(null, new Uint8Array(content), true);
		} else if ("content" in entry) {
			const { content } = entry;
			note(content);
			zip.add(add);
			add.ondata?.(null, new Uint8Array(isPacked ? content : await deflate(content)), true);
		} else {
			// Size and checksum come after the data. Its name goes ahead, so that a download begins while the first is still made.
			zip.add(add);
			add.ondata?.(null, new Uint8Array(), false);
			yield* chunks;
			chunks = [];
			const noted = eachOf(entry.pieces, note);
			for await (const packed of isPacked ? noted : deflated(noted)) {
				add.ondata?.(null, new Uint8Array(packed), false);
				yield* chunks;
				chunks = [];
			}
			add.ondata?.(null, new Uint8Array(), true);
		}
		yield* chunks;
		chunks = [];
	}
	zip.end();
	yield* chunks;
}

async function* eachOf<T>(pieces: AsyncIterable<T>, note: (piece: T) => void): AsyncGenerator<T> {
	for await (const piece of pieces) {
		note(piece);
		yield piece;
	}
}

async function* deflated(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
	const packer = createDeflateRaw();
	// An error destroys the packer with it, which passes it on to its reader.
	pipeline(Readable.from(pieces), packer, () => {});
	yield* packer;
}
