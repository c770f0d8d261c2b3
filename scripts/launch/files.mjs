import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Every file at or below a path in `root`, in a fixed order, as paths relative to `root`. */
function filesBelow(root, path) {
	const full = join(root, path);
	if (!existsSync(full)) return [];
	if (!statSync(full).isDirectory()) return [path];
	return readdirSync(full)
		.sort()
		.flatMap((name) => filesBelow(root, join(path, name)));
}

/** A hash of the names and contents of all files at or below these paths. */
export function fingerprint(root, paths) {
	const hash = createHash("sha256");
	for (const file of paths.flatMap((path) => filesBelow(root, path))) {
		hash
			.update(file)
			.update("\0")
			.update(readFileSync(join(root, file)))
			.update("\0");
	}
	return hash.digest("hex");
}

/** An empty folder for the next build, except for chunks it may keep for pages that are still open (keep-chunks.ts). */
export function beginPages(next, pages) {
	rmSync(next, { recursive: true, force: true });
	mkdirSync(next);
	for (const name of ["assets", ".kept.json"]) {
		if (existsSync(join(pages, name))) cpSync(join(pages, name), join(next, name), { recursive: true });
	}
}

/**
 * Assets come before the pages that load them, and the worker that announces the pages comes last, so that the files always fit
 * together.
 */
const rank = (name) => (name.startsWith("assets") ? 0 : name.startsWith("sw.js") ? 2 : 1);

/** Replaces the last build with a finished one, file by file, so that a running server always finds each page. */
export function replacePages(next, pages) {
	const names = filesBelow(next, "").sort((one, other) => rank(one) - rank(other));
	for (const name of names) {
		mkdirSync(dirname(join(pages, name)), { recursive: true });
		renameSync(join(next, name), join(pages, name));
	}
	const kept = new Set(names);
	for (const name of filesBelow(pages, "")) if (!kept.has(name)) rmSync(join(pages, name));
	rmSync(next, { recursive: true });
}
