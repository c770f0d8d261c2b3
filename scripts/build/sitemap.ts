import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Described, escapeHtml } from "./describe.ts";

/** Pages that work but do not belong in a search. */
const UNLISTED = /^\/(auth|dashboard|outbox|ndpr\/)/;

/** The addresses worth listing: each content once, under its home. */
export function listed(pages: Described[]): string[] {
	return pages
		.filter(({ path, indexable, canonical = path }) => indexable !== false && canonical === path)
		.map(({ path }) => path)
		.filter((path) => !UNLISTED.test(path));
}

/** `sitemap.xml`, and the line of `robots.txt` that leads to it. */
export async function writeSitemap(dist: string, pages: Described[], origin: string): Promise<void> {
	const rows = listed(pages).map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`);
	await writeFile(
		join(dist, "sitemap.xml"),
		`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join("\n")}\n</urlset>\n`,
	);
	const robots = join(dist, "robots.txt");
	await writeFile(robots, `${await readFile(robots, "utf8")}\nSitemap: ${origin}/sitemap.xml\n`);
}
