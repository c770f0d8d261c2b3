import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { site } from "../../src/config/site.ts";
import { posts } from "../../src/content/posts.ts";
import { escapeHtml } from "./describe.ts";

/** `feed.xml` (Atom, RFC 4287): the posts, newest first. */
export async function writeFeed(dist: string, origin: string): Promise<void> {
	const id = (path: string) => escapeHtml(origin + path);
	const entries = posts.map(
		({ path, heading, date, description }) =>
			`<entry><id>${id(path)}</id><title>${escapeHtml(heading)}</title><link href="${escapeHtml(origin + path)}"/><updated>${date}T00:00:00Z</updated><summary>${escapeHtml(description)}</summary></entry>`,
	);
	await writeFile(
		join(dist, "feed.xml"),
		`<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${id("/blog")}</id><title>${escapeHtml(site.name)}</title><link href="${escapeHtml(`${origin}/blog`)}"/><link rel="self" href="${escapeHtml(`${origin}/feed.xml`)}"/><author><name>${escapeHtml(site.name)}</name></author><updated>${posts[0].date}T00:00:00Z</updated>\n${entries.join("\n")}\n</feed>\n`,
	);
}
