import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Manifest, type Plugin, type ResolvedConfig } from "vite";
import { afterBuild } from "./after-build.ts";
import { type Described, escapeHtml, headOf } from "./describe.ts";
import { writeFeed } from "./feed.ts";
import { productFacts } from "./product-facts.ts";
import { writeSitemap } from "./sitemap.ts";
import { writeStyleHashes } from "./style-hashes.ts";

type ServerEntry = {
	render(path: string): Promise<string>;
	documents(): Promise<(Described & { files: string[]; scripts: { src: string; async: boolean }[] })[]>;
};

/** Every chunk that `key` needs immediately, including its own; lazy ones are left out. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
	const chunk = manifest[key];
	if (!chunk || seen.has(chunk.file)) return seen;
	seen.add(chunk.file);
	for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen);
	return seen;
}

/** Builds `src/entry-server.tsx` for Node and loads it. */
async function loadServerEntry(config: ResolvedConfig): Promise<ServerEntry & { remove(): Promise<void> }> {
	// A separate folder, so that two simultaneous builds do not overwrite each other's output.
	const outDir = resolve(config.root, `node_modules/.cache/prerender-${process.pid}`);
	await build({
		root: config.root,
		mode: config.mode,
		configFile: false,
		logLevel: "warn",
		publicDir: false,
		plugins: [productFacts(), react()],
		build: { ssr: "src/entry-server.tsx", outDir, emptyOutDir: true, minify: false },
	});
	const entry: ServerEntry = await import(`${pathToFileURL(join(outDir, "entry-server.js")).href}?built=${Date.now()}`);
	return { ...entry, remove: () => rm(outDir, { recursive: true, force: true }) };
}

/** Replaces the stylesheet link with its text, which saves a request before the first paint. Then deletes the unused file. */
async function inlineStyles(html: string, dist: string): Promise<{ html: string; css: string }> {
	const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
	const file = link.exec(html)?.[1];
	if (!file) throw new Error("The built page has no link to a stylesheet.");
	const css = await readFile(join(dist, file), "utf8");
	await rm(join(dist, file));
	return { html: html.replace(link, () => `<style>${css}</style>`), css };
}

/** People can read a page without its script, so text and fonts come first. */
const scriptsLast = (html: string): string =>
	html
		.replace('<script type="module"', '<script type="module" fetchpriority="low"')
		.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** Writes only the rules for the self-hosted fonts, for the server's own pages (`/fonts.css`). */
async function writeFontStyles(dist: string, css: string): Promise<void> {
	await writeFile(join(dist, "fonts.css"), (css.match(/@font-face\{[^}]*url\([^}]*\}/g) ?? []).join("\n"));
}

type Options = {
	/** The site's address in canonical links, previews, the sitemap and the feed. */
	origin: string;
	/** Font files to preload, by the start of their name, each with the class that uses the font; empty if every page uses it. */
	preloadFonts: { name: string; usedBy: string }[];
};

/**
 * Writes one static HTML page per route after the build, each with its own title, description and preloads.
 * It runs before the worker's precache list is built, so that the list includes the pages.
 */
export function prerender({ origin, preloadFonts }: Options): Plugin {
	return afterBuild("prerender", "pre", async (dist, config) => {
		const manifest: Manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
		const { html: styled, css } = await inlineStyles(await readFile(join(dist, "index.html"), "utf8"), dist);
		const template = scriptsLast(styled);
		await writeFontStyles(dist, css);
		await writeStyleHashes(dist, css);
		const files = [...new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]))];
		const fontLinks = (body: string) =>
			preloadFonts
				.filter(({ usedBy }) => body.includes(usedBy))
				.flatMap(({ name }) => files.filter((file) => file.includes(`/${name}`) && file.endsWith(".woff2")))
				.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
				.join("");
		const entryChunks = chunksOf(manifest, "index.html");
		const { render, documents, remove } = await loadServerEntry(config);
		const pages = await documents();
		for (const route of pages) {
			const body = await render(route.path);
			const needed = new Set(route.files.flatMap((file) => [...chunksOf(manifest, file)]));
			const preloads = [...needed]
				.filter((file) => !entryChunks.has(file))
				.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
				.join("");
			const scripts = route.scripts
				.map(({ src, async }) => `<script${async ? " async" : ""} src="${src}"></script>`)
				.join("");
			const head = `${headOf(route, origin)}${scripts}${fontLinks(body)}${preloads}`;
			const html = template
				.replace("<!--app-head-->", () => head)
				.replace(
					'<div id="root"><!--app-html-->',
					() => `<div id="root" data-path="${escapeHtml(route.path)}">${body}`,
				);
			const file = join(dist, route.path === "/" ? "index.html" : `${route.path.slice(1)}.html`);
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, html);
		}
		await writeSitemap(dist, pages, origin);
		await writeFeed(dist, origin);
		// Not earlier, because pages load their chunks while they render.
		await remove();
		await rm(join(dist, ".vite"), { recursive: true });
		config.logger.info(`prerendered ${pages.length} pages`);
	});
}
