import { site } from "../../src/config/site.ts";

/** A page's description for search engines and previews. */
export type Described = {
	path: string;
	title: string;
	description: string;
	indexable?: false;
	canonical?: string;
	data?: Record<string, unknown>;
};

/** The picture for link previews, 1200 × 630, in `public`; drawn by `scripts/preview-picture.mjs`. */
const PREVIEW = "/preview.png";

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const graph = (property: string, content: string) =>
	`<meta property="og:${property}" content="${escapeHtml(content)}">`;

/** A data block: browsers do not run it, so the content security policy does not block it. */
const block = (data: Record<string, unknown>) =>
	`<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c")}</script>`;

/** The part of a page's head that describes the page. */
export function headOf(page: Described, origin: string): string {
	const { title, description } = page;
	if (page.indexable === false)
		return `<title>${escapeHtml(title)}</title>${named("description", description)}${named("robots", "noindex")}`;
	const address = origin + (page.canonical ?? page.path);
	return [
		`<title>${escapeHtml(title)}</title>`,
		named("description", description),
		`<link rel="canonical" href="${escapeHtml(address)}">`,
		graph("type", page.data?.["@type"] === "Article" ? "article" : "website"),
		graph("site_name", site.name),
		graph("title", title),
		graph("description", description),
		graph("url", address),
		graph("image", origin + PREVIEW),
		graph("image:width", "1200"),
		graph("image:height", "630"),
		named("twitter:card", "summary_large_image"),
		'<link rel="alternate" type="application/atom+xml" href="/feed.xml">',
		page.data ? block(page.data) : "",
	].join("");
}
