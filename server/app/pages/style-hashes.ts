import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Written by the build (`scripts/build/style-hashes.ts`). */
const FILE = ".styles.json";

/** Hashes of the inline styles of the built pages, for the Content-Security-Policy. After a new build, those of the new pages. */
export function createStyleHashes(dist: string | undefined): () => readonly string[] {
	if (dist === undefined) return () => [];
	const file = join(dist, FILE);
	let known: { version: string; hashes: readonly string[] } = { version: "", hashes: [] };
	return () => {
		const found = statSync(file, { throwIfNoEntry: false });
		const version = found ? `${found.mtimeMs} ${found.size}` : "";
		if (version !== known.version) known = { version, hashes: found ? JSON.parse(readFileSync(file, "utf8")) : [] };
		return known.hashes;
	};
}
