import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise } from "yauzl";
import { CLIENT_FILE_UNPACKED_BYTES } from "#contract/workspaces/client-file-limits.ts";
import { BadFile } from "../bad-file.ts";

/** A file as stored in a .zip. `method` and `crc32` are those of the format (APPNOTE 4.4.5, 4.4.7); `size`: unpacked. */
export type PackedFile = { content: Buffer; method: 0 | 8; size: number; crc32: number };

/** The files in a .zip, each unpacked when it is read. */
export type ZipContents = {
	sizes: ReadonlyMap<string, number>;
	read(path: string): Promise<Buffer>;
	/** As stored, to be put into another .zip. Its unpacked content is not checked. */
	readPacked(path: string): Promise<PackedFile>;
};

const ENTRIES_LIMIT = 50_000;
/** For one file in it. */
const ENTRY_BYTES = 64 * 1_024 * 1_024;
/** Our files pack to about a tenth, and repetitive text to a hundredth. Anything that packs smaller was made to do harm. */
const RATIO = 250;

const DAMAGED = "This file is damaged or cut off. Please download it again.";

/**
 * Opens a .zip from an untrusted source. Names and sizes are checked before anything is unpacked, and nothing unpacks to more than its
 * stated size. Throws BadFile.
 */
export async function openZip(file: Buffer): Promise<ZipContents> {
	const entries = new Map<string, Entry>();
	const zip = await fromBufferPromise(file, { strictFileNames: true, validateEntrySizes: true }).catch(refuse);
	try {
		if (zip.entryCount > ENTRIES_LIMIT) throw new BadFile("This file holds more files than we read.");
		let total = 0;
		for await (const entry of zip.eachEntry()) {
			const { fileName, compressedSize, uncompressedSize } = entry;
			if (entries.has(fileName)) throw new BadFile("This file holds two files with the same name.");
			if (entry.isEncrypted() || !entry.canDecodeFileData()) throw new BadFile("This file holds something encrypted.");
			total += uncompressedSize;
			const isBomb = uncompressedSize > 100_000 && uncompressedSize > compressedSize * RATIO;
			if (isBomb || uncompressedSize > ENTRY_BYTES || total > CLIENT_FILE_UNPACKED_BYTES) {
				throw new BadFile("This file unpacks to more than we read.");
			}
			entries.set(fileName, entry);
		}
	} catch (error) {
		return refuse(error);
	}
	const entryOf = (path: string): Entry => {
		const entry = entries.get(path);
		if (!entry) throw new BadFile(`This file lacks ${path}.`);
		return entry;
	};
	return {
		sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
		async read(path) {
			const entry = entryOf(path);
			try {
				const content = await buffer(await zip.openReadStreamPromise(entry));
				if (crc32(content) !== entry.crc32) throw new BadFile(DAMAGED);
				return content;
			} catch (error) {
				return refuse(error);
			}
		},
		async readPacked(path) {
			const entry = entryOf(path);
			try {
				const content = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }));
				const method = entry.compressionMethod === 0 ? 0 : 8;
				return { content, method, size: entry.uncompressedSize, crc32: entry.crc32 };
			} catch (error) {
				return refuse(error);
			}
		},
	};
}

function refuse(error: unknown): never {
	throw error instanceof BadFile ? error : new BadFile(DAMAGED, { cause: error });
}
