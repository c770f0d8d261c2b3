import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

export type ZipEntry = { path: string; content: Buffer };

const deflate = promisify(deflateRaw);

/** What does not get smaller, and what may get so small that it is not taken in (zip-reader.ts). */
const PACKED = /^files\/evidence\/|\.(?:pdf|png|zip|gz)$/;

/**
 * A .zip of these entries, piece by piece. Each entry is packed outside of the event loop when the one before it has been sent.
 * `made`: when the file says that it was made; left out for now.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, made?: Date): AsyncGenerator<Uint8Array> {
	let chunks: Uint8Array[] = [];
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		chunks.push(chunk);
	});
	for await (const { path, content } of entries) {
		const isPacked = PACKED.test(path);
		const file: ZipInputFile = {
			filename: path,
			size: content.length,
			crc: crc32(content),
			compression: isPacked ? 0 : 8,
			...(made && { mtime: made }),
			ondata: () => {},
		};
		zip.add(file);
		file.ondata?.(null, new Uint8Array(isPacked ? content : await deflate(content)), true);
		yield* chunks;
		chunks = [];
	}
	zip.end();
	yield* chunks;
}
