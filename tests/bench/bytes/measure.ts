import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const brotli = (content: Buffer): number =>
	brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length;

const measured = new Map<string, Promise<number>>();

/** Bytes on the wire: fonts and pictures are already compressed. Pages share most files, and compressing one takes a second. */
function onTheWire(file: string): Promise<number> {
	const isCompressed = /\.(woff2|png|jpe?g|avif|webp)$/.test(file);
	const bytes =
		measured.get(file) ?? readFile(file).then((content) => (isCompressed ? content.length : brotli(content)));
	measured.set(file, bytes);
	return bytes;
}

/** The bytes of React, its DOM and the router alone, built as ours are. */
export async function measureReference(): Promise<number> {
	const outDir = await mkdtemp(join(tmpdir(), "plumbline-bytes-"));
	try {
		await build({
			configFile: false,
			logLevel: "error",
			publicDir: false,
			plugins: [react()],
			build: {
				target: "es2022",
				outDir,
				modulePreload: false,
				rolldownOptions: { input: join(import.meta.dirname, "reference.tsx") },
			},
		});
		const assets = join(outDir, "assets");
		const files = (await readdir(assets)).filter((file) => file.endsWith(".js"));
		const sizes = await Promise.all(files.map(async (file) => brotli(await readFile(join(assets, file)))));
		return sizes.reduce((sum, size) => sum + size, 0);
	} finally {
		await rm(outDir, { recursive: true, force: true });
	}
}

export type PageBytes = {
	path: string;
	html: number;
	script: number;
	fonts: number;
	pictures: number;
	files: string[];
};

/** What one page's document requests before it has loaded: its scripts and preloads, its preloaded fonts, its pictures. */
export async function measurePage(dist: string, path: string): Promise<PageBytes> {
	const document = path === "/" ? "index.html" : `${path.slice(1)}.html`;
	const html = await readFile(join(dist, document));
	const asked = [
		...new Set([...html.toString().matchAll(/(?:src|href)="\/([^"]+\.\w+)"/g)].map(([, file = ""]) => file)),
	];
	const sizes = await Promise.all(
		asked
			.filter((file) => /\.(js|woff2|png|jpe?g|avif|webp)$/.test(file) && !file.startsWith("icons/"))
			.map(async (file) => ({ file, bytes: await onTheWire(join(dist, file)) })),
	);
	const sum = (kind: RegExp) => sizes.reduce((total, { file, bytes }) => (kind.test(file) ? total + bytes : total), 0);
	return {
		path,
		html: brotli(html),
		script: sum(/\.js$/),
		fonts: sum(/\.woff2$/),
		pictures: sum(/\.(png|jpe?g|avif|webp)$/),
		files: sizes.map(({ file }) => file),
	};
}
