import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";
import { afterBuild } from "./after-build.ts";

const COMPRESSIBLE = /\.(js|css|html|svg|webmanifest|txt|xml|json)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `.br` and `.gz` versions of every text file in the build, at the best level, so that the server never compresses. */
export function precompress(): Plugin {
	return afterBuild("precompress", "post", async (dist) => {
		const entries = await readdir(dist, { recursive: true, withFileTypes: true });
		const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
		await Promise.all(
			files.map(async (entry) => {
				const file = join(entry.parentPath, entry.name);
				const text = await readFile(file);
				await writeFile(
					`${file}.br`,
					await brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
				);
				await writeFile(`${file}.gz`, await gzipped(text, { level: 9 }));
			}),
		);
	});
}
