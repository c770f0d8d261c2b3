import type { Exchange, RawBody } from "../../evidence.ts";
import { urlOf } from "../address.ts";
import type { Session } from "../session.ts";
import { redirectOf } from "../web/walk.ts";
import type { Asker } from "./ask.ts";
import type { Robots } from "./robots.ts";
import { type Sitemap, sitemapPath } from "./sitemap.ts";

/** What a site publishes for robots. `unreadable`: it has rules that we could not read, so no other page may be read. */
export type SiteFiles =
	| { status: "read"; robots: Robots; sitemap: { paths: string[]; more: boolean } }
	| { status: "unreadable" };

/** As much as a robot has to read at least (RFC 9309, 2.5). */
const ROBOTS_BYTES = 512_000;
const MOST_REDIRECTS = 5;
/** More would not be looked at. */
const MOST_PATHS = 500;
/** For a site that publishes none (RFC 9309, 2.3.1.3). */
export const NO_RULES: Robots = { rules: [], sitemaps: [] };

type Reading = Pick<Session, "read" | "userAgent" | "limits">;

/** Reads robots.txt, and the sitemap that it names, or else the one at the usual address. */
export async function readSiteFiles(asker: Asker, reading: Reading): Promise<SiteFiles> {
	const robots = await readRobotsTxt(asker, reading);
	if (!robots) return { status: "unreadable" };
	return { status: "read", robots, sitemap: await readSitemaps(asker, reading, robots) };
}

/** Undefined if the site may have rules that we do not know, which forbids everything (RFC 9309, 2.3.1.4). */
async function readRobotsTxt(asker: Asker, { read, userAgent }: Reading): Promise<Robots | undefined> {
	const answer = await follow(asker, "/robots.txt", ROBOTS_BYTES);
	if (!answer) return undefined;
	const { exchange, body } = answer;
	// A server that is too busy to answer may have rules.
	if (exchange.status >= 400 && exchange.status < 500 && exchange.status !== 429) return NO_RULES;
	if (exchange.status < 200 || exchange.status >= 300) return undefined;
	const done = await read("readRobots", exchange, body, userAgent, ROBOTS_BYTES);
	return done.status === "done" ? done.value : undefined;
}

/** One sitemap, or the first of an index. Packed ones and those on other hosts are not read. */
async function readSitemaps(
	asker: Asker,
	reading: Reading,
	robots: Robots,
): Promise<{ paths: string[]; more: boolean }> {
	const { origin } = new URL(urlOf(asker.endpoint));
	const given = robots.sitemaps.map((address) => {
		const url = URL.parse(address);
		return url ? sitemapPath(url, origin) : undefined;
	});
	const [path] = given.length === 0 ? ["/sitemap.xml"] : given.filter((one) => one !== undefined);
	const sitemap = path === undefined ? undefined : await readSitemapAt(asker, reading, robots, path);
	// One that robots.txt names is there, whether or not it could be read.
	if (!sitemap) return { paths: [], more: given.length > 0 };
	if (sitemap.kind === "pages") return { paths: sitemap.paths, more: sitemap.more || given.length > 1 };
	const [first] = sitemap.sitemaps;
	const child = first === undefined ? undefined : await readSitemapAt(asker, reading, robots, first);
	if (child?.kind !== "pages") return { paths: [], more: true };
	return { paths: child.paths, more: child.more || sitemap.more || sitemap.sitemaps.length > 1 || given.length > 1 };
}

async function readSitemapAt(
	asker: Asker,
	{ read, limits }: Reading,
	robots: Robots,
	path: string,
): Promise<Sitemap | undefined> {
	const allowed = await read("allowedPaths", robots, [path]);
	if (allowed.status !== "done" || !allowed.value[0]) return undefined;
	const answer = await follow(asker, path, limits.pageBytes);
	if (answer?.exchange.status !== 200) return undefined;
	const done = await read("readSitemap", answer.exchange, answer.body, limits.pageBytes, MOST_PATHS);
	return done.status === "done" ? done.value : undefined;
}

/** The answer at the end of redirects on this site; undefined if there is none, or they leave it. */
async function follow(
	asker: Asker,
	from: string,
	bodyBytes: number,
): Promise<{ exchange: Exchange; body: RawBody } | undefined> {
	let path = from;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const result = await asker.ask(path, { bodyBytes });
		if (result === "used-up" || !result.ok) return undefined;
		const to = redirectOf(result.exchange);
		if (to === undefined) return result;
		if (to?.origin !== new URL(result.exchange.url).origin) return undefined;
		path = to.pathname + to.search;
	}
	return undefined;
}
