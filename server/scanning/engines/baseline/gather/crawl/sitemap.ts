import { SaxesParser } from "saxes";
import { LONGEST_ADDRESS } from "../../../shared/foreign-text.ts";
import type { Exchange, RawBody } from "../../evidence.ts";
import { decodeBody } from "../web/decode-body.ts";
import { pagePath } from "./page-path.ts";

/** What a sitemap names on its own site. `more`: it names more than was read. */
export type Sitemap = { more: boolean } & (
	| { kind: "pages"; paths: string[] }
	/** A list of further sitemaps. */
	| { kind: "index"; sitemaps: string[] }
);

const MOST_DEPTH = 20;
/** Each takes time, whatever it leads to. */
const MOST_ADDRESSES = 2_000;

/** Thrown to end the reading. */
class Enough extends Error {}

/** Reads a sitemap as sitemaps.org describes it. What is damaged or cut counts as far as it goes. Pure. */
export function readSitemap(
	{ url, headers }: Pick<Exchange, "url" | "headers">,
	raw: RawBody,
	limit: number,
	most: number,
): Sitemap {
	const body = decodeBody(raw, headers, limit);
	if (body.status === "unread") return { kind: "pages", paths: [], more: true };
	const { root, addresses, complete } = addressesIn(body.text);
	// Such as the page that some sites answer with wherever nothing is.
	if (root !== "urlset" && root !== "sitemapindex") return { kind: "pages", paths: [], more: false };
	const { origin } = new URL(url);
	const kind = root === "urlset" ? "pages" : "index";
	const found = new Set<string>();
	for (const address of addresses) {
		const parsed = URL.parse(address);
		const path = parsed && (kind === "pages" ? pagePath(parsed, origin) : sitemapPath(parsed, origin));
		if (path) found.add(path);
	}
	const listed = [...found].slice(0, most);
	const leftOut = kind === "index" && found.size < addresses.length;
	const more = body.status === "cut" || !complete || leftOut || listed.length < found.size;
	return kind === "pages" ? { kind, paths: listed, more } : { kind, sitemaps: listed, more };
}

/** The path of a sitemap on this site; undefined for others, and for packed ones, which we do not read. */
export function sitemapPath({ origin: of, pathname, search }: URL, origin: string): string | undefined {
	return of === origin && !/\.gz$/i.test(pathname) ? pathname + search : undefined;
}

/** The text of each `<loc>`, as a stream of events: entities of its own are an error, and nothing is fetched. */
function addressesIn(xml: string): { root: string; addresses: string[]; complete: boolean } {
	const addresses: string[] = [];
	let root = "";
	let depth = 0;
	let inside: string | undefined;
	const parser = new SaxesParser();
	const add = (text: string) => {
		if (inside !== undefined && inside.length < LONGEST_ADDRESS) inside += text.slice(0, LONGEST_ADDRESS);
	};
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("opentag", ({ name }) => {
		if (++depth > MOST_DEPTH) throw new Enough();
		if (depth === 1) root = name;
		inside = name === "loc" ? "" : undefined;
	});
	parser.on("text", add);
	parser.on("cdata", add);
	parser.on("closetag", () => {
		depth--;
		if (inside === undefined) return;
		addresses.push(inside.trim());
		inside = undefined;
		if (addresses.length >= MOST_ADDRESSES) throw new Enough();
	});
	try {
		parser.write(xml).close();
	} catch {
		return { root, addresses, complete: false };
	}
	return { root, addresses, complete: true };
}
