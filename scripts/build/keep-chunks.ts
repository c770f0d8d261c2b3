import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";

/** How many builds an old chunk is kept for: pages stay open for days and may request their chunks late. */
const BUILDS_KEPT = 3;
/** Records how old the older files are. The server hides dot files. */
const NOTES = ".kept.json";

type Kept = { content: Buffer /** How many builds ago it was part of a build; 0 for the last build. */; age: number };

/** Every asset of the last build, including those it kept from earlier builds; empty if there was no build. */
export async function readChunks(dist: string): Promise<Map<string, Kept>> {
	const assets = join(dist, "assets");
	const names = await readdir(assets).catch(() => []);
	const notes = await readFile(join(dist, NOTES), "utf8").catch(() => "{}");
	const ages: Record<string, number> = JSON.parse(notes);
	const files = names.map(
		async (name) => [name, { content: await readFile(join(assets, name)), age: ages[name] ?? 0 }] as const,
	);
	return new Map(await Promise.all(files));
}

/** Restores the files that the new build does not have, unless they are too old. */
export async function keepChunks(dist: string, before: ReadonlyMap<string, Kept>): Promise<void> {
	const assets = join(dist, "assets");
	const present = new Set(await readdir(assets));
	const kept = [...before].filter(([name, { age }]) => !present.has(name) && age < BUILDS_KEPT);
	await mkdir(assets, { recursive: true });
	await Promise.all(kept.map(([name, { content }]) => writeFile(join(assets, name), content)));
	await writeFile(
		join(dist, NOTES),
		JSON.stringify(Object.fromEntries(kept.map(([name, { age }]) => [name, age + 1]))),
	);
}

/** Keeps the chunks of recent builds beside the new ones, so that a page opened before a deploy still finds its own. */
export function keepOldChunks(): Plugin {
	let config: ResolvedConfig;
	let before: ReadonlyMap<string, Kept> = new Map();
	return {
		name: "plumbline:keep-old-chunks",
		apply: "build",
		configResolved(resolved) {
			config = resolved;
		},
		async buildStart() {
			if (!config.build.ssr) before = await readChunks(resolve(config.root, config.build.outDir));
		},
		closeBundle: {
			order: "post",
			sequential: true,
			// After the worker is built, so that it precaches only the new build.
			async handler(error?: Error) {
				if (!error && !config.build.ssr) await keepChunks(resolve(config.root, config.build.outDir), before);
			},
		},
	};
}
