import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";

/** How many builds a chunk outlives the one it belonged to: pages stay open for days, and ask for theirs late. */
const BUILDS_KEPT = 3;
/** Which builds the older files are from. The server hides dot files. */
const NOTES = ".kept.json";

type Kept = { content: Buffer /** Builds since it was part of one; 0: of the last. */; age: number };

/** Every file of the last build's assets, and what it kept of those before; nothing where there was none. */
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

/** Puts back what the new build does not have, unless it is too old. */
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

/** Keeps the chunks of the last builds beside the new ones, so that a page opened before a deploy still finds its own. */
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
			// After the worker was made: what it precaches is the new build alone.
			async handler(error?: Error) {
				if (!error && !config.build.ssr) await keepChunks(resolve(config.root, config.build.outDir), before);
			},
		},
	};
}
