import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The server reads this file for its Content-Security-Policy, and does not serve dot files. */
const FILE = ".styles.json";

const hashOf = (css: string): string => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

/** The styles that sonner adds to the page when its code loads, which is the only way it can get them. */
async function sonnerStyles(): Promise<string> {
	const source = await readFile(fileURLToPath(import.meta.resolve("sonner")), "utf8");
	const literal = /^__insertCSS\((".*")\)/m.exec(source)?.[1];
	if (!literal) throw new Error("sonner adds its styles in another way now: see scripts/build/style-hashes.ts.");
	return JSON.parse(literal);
}

/** Records which inline styles the pages have, so that the server can forbid all others. */
export async function writeStyleHashes(dist: string, css: string): Promise<void> {
	// sonner adds its element to the page before the text: for a moment it is an empty style.
	const styles = [css, "", await sonnerStyles()];
	await writeFile(join(dist, FILE), JSON.stringify(styles.map(hashOf)));
}
