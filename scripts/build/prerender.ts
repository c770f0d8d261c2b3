import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Manifest, type Plugin, type ResolvedConfig } from "vite";

type ServerEntry = {
	render(path: string): Promise<string>;
	routes: { path: string; file: string; title: string; description: string; indexable: boolean }[];
};

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Every chunk that `key` needs at once, itself included; lazy ones are left out. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
	const chunk = manifest[key];
	if (!chunk || seen.has(chunk.file)) return seen;
	seen.add(chunk.file);
	for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen);
	return seen;
}

/** Builds `src/entry-server.tsx` for Node and loads it. */
async function loadServerEntry(config: ResolvedConfig): Promise<ServerEntry> {
	const outDir = resolve(config.root, "node_modules/.cache/prerender");
	await build({
		root: config.root,
		mode: config.mode,
		configFile: false,
		logLevel: "warn",
		publicDir: false,
		plugins: [react()],
		build: { ssr: "src/entry-server.tsx", outDir, emptyOutDir: true, minify: false },
	});
	return import(`${pathToFileURL(join(outDir, "entry-server.js")).href}?built=${Date.now()}`);
}

/** Replaces the stylesheet link by its text: one request less before the first paint. */
async function inlineStyles(html: string, dist: string): Promise<string> {
	const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
	const file = link.exec(html)?.[1];
	if (!file) return html;
	const css = await readFile(join(dist, file), "utf8");
	return html.replace(link, () => `<style>${css}</style>`);
}

/** The rules for the self-hosted fonts by themselves: the server's own pages link them (`/fonts.css`). */
async function writeFontStyles(dist: string, manifest: Manifest): Promise<void> {
	const sheets = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
	const rules = await Promise.all(
		[...sheets].map(
			async (file) => (await readFile(join(dist, file), "utf8")).match(/@font-face\{[^}]*url\([^}]*\}/g) ?? [],
		),
	);
	await writeFile(join(dist, "fonts.css"), rules.flat().join("\n"));
}

type Options = {
	/** Starts of the names of font files that the first screen needs: they are preloaded. */
	preloadFonts: string[];
};

/**
 * Writes one static HTML page per route after the build, each with its own title, description and preloads.
 * It runs before the worker's precache list is made, so that the list holds the pages.
 */
export function prerender({ preloadFonts }: Options): Plugin {
	let config: ResolvedConfig;
	return {
		name: "plumbline:prerender",
		apply: "build",
		configResolved(resolved) {
			config = resolved;
		},
		closeBundle: {
			order: "pre",
			sequential: true,
			async handler(error?: Error) {
				if (error || config.build.ssr) return;
				const dist = resolve(config.root, config.build.outDir);
				const manifest: Manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
				const template = await inlineStyles(await readFile(join(dist, "index.html"), "utf8"), dist);
				await writeFontStyles(dist, manifest);
				const fonts = Object.values(manifest)
					.flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
					.filter((file) => file.endsWith(".woff2") && preloadFonts.some((name) => file.includes(`/${name}`)));
				const fontLinks = [...new Set(fonts)]
					.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
					.join("");
				const entryChunks = chunksOf(manifest, "index.html");
				const { render, routes } = await loadServerEntry(config);
				for (const route of routes) {
					const body = await render(route.path);
					const preloads = [...chunksOf(manifest, route.file)]
						.filter((file) => !entryChunks.has(file))
						.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
						.join("");
					const head = `<title>${escapeHtml(route.title)}</title><meta name="description" content="${escapeHtml(route.description)}">${route.indexable ? "" : '<meta name="robots" content="noindex">'}${fontLinks}${preloads}`;
					const html = template
						.replace("<!--app-head-->", () => head)
						// The page can be read without its script: text and fonts come first.
						.replace('<script type="module"', '<script type="module" fetchpriority="low"')
						.replace(
							'<div id="root"><!--app-html-->',
							() => `<div id="root" data-path="${escapeHtml(route.path)}">${body}`,
						);
					const file = join(dist, route.path === "/" ? "index.html" : `${route.path.slice(1)}.html`);
					await mkdir(dirname(file), { recursive: true });
					await writeFile(file, html);
				}
				await rm(join(dist, ".vite"), { recursive: true });
				config.logger.info(`prerendered ${routes.length} pages`);
			},
		},
	};
}
