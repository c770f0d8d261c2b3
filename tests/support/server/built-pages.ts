import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_ORIGIN } from "#src/config/built-origin.ts";
import { afterFile } from "../after-file.ts";

/** Names the address that the build puts into pages. */
const CANONICAL = `<link rel="canonical" href="${BUILT_ORIGIN}/about">`;
const PAGE = (text: string) => `<!doctype html><html lang="en"><title>${text}</title><p>${text}</p></html>`;

/** A folder like the one a build makes, but small. Removed after the file. */
export async function writeBuiltPages(): Promise<string> {
	const dist = await mkdtemp(join(tmpdir(), "plumbline-dist-"));
	afterFile(() => rm(dist, { recursive: true, force: true }));
	for (const folder of ["assets", "dashboard"]) await mkdir(join(dist, folder));
	const files = {
		"index.html": PAGE("home"),
		"outbox.html": PAGE("outbox"),
		"404.html": PAGE("not here"),
		"about.html": PAGE(`about${CANONICAL}`),
		"about.html.br": "as built",
		"about.html.gz": "as built",
		"robots.txt": `Sitemap: ${BUILT_ORIGIN}/sitemap.xml\n`,
		".styles.json": JSON.stringify(["'sha256-first'"]),
		"dashboard/overview.html": PAGE("overview"),
		"dashboard/shell.html": PAGE("shell"),
		"sw.js": "// worker",
		".built": "stamp",
		"assets/main-abc.js": "// main",
		"assets/main-abc.js.br": "compressed",
	};
	for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);
	return dist;
}
