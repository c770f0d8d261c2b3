import type { PagesRead } from "#contract/findings/pages-read.ts";
import { steadyPath } from "../../../shared/steady-path.ts";
import type { PageEvidence } from "../../evidence.ts";
import type { Session } from "../session.ts";
import { answerOf } from "../web/answer.ts";
import { createCookieJar } from "../web/cookie-jar.ts";
import { forbidsFollowing } from "../web/html.ts";
import { isHtml, readUnit } from "../web/page.ts";
import { redirectOf } from "../web/walk.ts";
import { startAsking } from "./ask.ts";
import { pagePath } from "./page-path.ts";
import type { Robots } from "./robots.ts";
import { readSiteFiles } from "./site-files.ts";

/** The pages besides the site's own, in the order of reading, and what the report says about the reading. */
export type Crawled = { units: PageEvidence[]; pages: PagesRead };

/** How many pages are asked for at once. */
const AT_ONCE = 2;
/** Addresses with a query are often one page many times. */
const MOST_WITH_QUERY = 3;
/** Counting further tells nobody anything. */
const MOST_NAMED = 500;

/** What came of asking for one path. */
type Outcome =
	| { status: "page"; unit: PageEvidence }
	/** A redirect on the site. It is the target that counts. */
	| { status: "moved"; to: string }
	| { status: "no-page" }
	| { status: "busy" };

/**
 * Reads pages that the site itself names, up to a limit: those that its own page links to, then those of its sitemap, then those that these
 * link to, and so on. Only on the own page's origin, and only where robots.txt lets us. Nothing is guessed. Which pages are read does not
 * depend on which answers first.
 */
export async function crawl(session: Session, entry: PageEvidence): Promise<Crawled> {
	const { limits } = session;
	const asker = startAsking(session, entry.exchange.endpoint);
	const start = new URL(entry.exchange.url);
	const named = new Map<string, "allowed" | "ruled-out" | "moved">([[start.pathname + start.search, "allowed"]]);
	const units: PageEvidence[] = [];
	const jar = createCookieJar();
	for (const exchange of entry.exchanges) jar.keep(exchange);
	const headers = jar.headersFor(entry.exchange.endpoint);
	let more = false;
	let unread = isReadWhole(entry) ? 0 : 1;
	let withQuery = 0;
	let stopped: PagesRead["stopped"];

	const site = await readSiteFiles(asker, session);
	if (site.status === "unreadable") stopped = "robots";

	/** Notes these as named by the site, and returns those that are new and may be read. */
	async function name(paths: readonly string[], robots: Robots): Promise<string[]> {
		const fresh = [...new Set(paths)].filter((path) => !named.has(path));
		const room = fresh.slice(0, MOST_NAMED - named.size);
		if (room.length < fresh.length) more = true;
		const done = room.length > 0 ? await session.read("allowedPaths", robots, room) : undefined;
		const allowed = room.filter((_, at) => done?.status === "done" && done.value[at] === true);
		for (const path of room) named.set(path, "ruled-out");
		for (const path of allowed) named.set(path, "allowed");
		return allowed;
	}

	async function ask(path: string): Promise<Outcome | undefined> {
		const result = await asker.ask(path, { headers });
		if (result === "used-up") return undefined;
		if (!result.ok) return { status: "no-page" };
		const { exchange, body } = result;
		const redirect = redirectOf(exchange);
		const to = redirect ? pagePath(redirect, start.origin) : undefined;
		if (to !== undefined) return { status: "moved", to };
		if (redirect !== undefined) return { status: "no-page" };
		const { kind } = answerOf(exchange, body);
		if (kind === "bot-wall" || kind === "busy") return { status: "busy" };
		if (kind !== "page" || !isHtml(exchange)) return { status: "no-page" };
		// A visitor comes by way of the site's own page.
		const exchanges = [...entry.exchanges, exchange];
		return {
			status: "page",
			unit: await readUnit(session, { exchange, exchanges, body, named: true }, limits.pageBytes),
		};
	}

	/** Asks for these in their order until there are enough pages, and returns what they name. */
	async function readLevel(paths: readonly string[]): Promise<string[]> {
		const outcomes: Outcome[] = [];
		let next = 0;
		let pages = units.length + 1;
		const work = async () => {
			// One that is on its way counts as a page until it turns out to be none.
			while (next < paths.length && pages < limits.pages && !stopped) {
				const at = next++;
				const path = paths[at] ?? "";
				if (path.includes("?") && ++withQuery > MOST_WITH_QUERY) continue;
				pages++;
				const outcome = await ask(path);
				if (outcome?.status !== "page") pages--;
				if (!outcome) stopped = asker.isLate() ? "time" : "requests";
				else outcomes[at] = outcome;
				if (outcome?.status === "busy") stopped = "busy";
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		const found: string[] = [];
		for (const [at, path] of paths.entries()) {
			const outcome = outcomes[at];
			if (!outcome) continue;
			if (outcome.status === "moved") {
				named.set(path, "moved");
				found.push(outcome.to);
			} else if (outcome.status !== "page") unread++;
			else {
				units.push(outcome.unit);
				if (!isReadWhole(outcome.unit)) unread++;
				found.push(...linksOf(outcome.unit));
			}
		}
		return found;
	}

	/** Beyond a limit, or without robots.txt, pages are still counted. */
	const robots = site.status === "unreadable" ? { rules: [], sitemaps: [] } : site.robots;
	if (site.status === "read") more ||= site.sitemap.more;
	let level = await name([...linksOf(entry), ...(site.status === "read" ? site.sitemap.paths : [])], robots);
	while (level.length > 0 && !stopped && units.length + 1 < limits.pages)
		level = await name(await readLevel(level), robots);

	if ([entry, ...units].some(({ markup }) => markup?.links.more)) more = true;
	const states = [...named.values()];
	return {
		units,
		pages: {
			origin: start.origin,
			paths: [entry, ...units].filter(isReadWhole).map(({ exchange }) => shownPath(exchange.url)),
			named: states.filter((state) => state !== "moved").length,
			...(more ? { more } : {}),
			ruledOut: states.filter((state) => state === "ruled-out").length,
			unread,
			...(stopped ? { stopped } : {}),
		},
	};
}

/** What the report says if the time for the scan was up before other pages were read. */
export const onlyOwn = (entry: PageEvidence): PagesRead => ({
	origin: new URL(entry.exchange.url).origin,
	paths: isReadWhole(entry) ? [shownPath(entry.exchange.url)] : [],
	named: 1,
	more: true,
	ruledOut: 0,
	unread: isReadWhole(entry) ? 0 : 1,
	stopped: "time",
});

const isReadWhole = ({ body, markup }: PageEvidence): boolean => body.status === "whole" && markup?.complete !== false;

/** Pages may ask robots not to follow their links, as single links may. */
const linksOf = ({ exchange, markup }: PageEvidence): readonly string[] =>
	(exchange.headers.get("x-robots-tag") ?? []).some(forbidsFollowing) ? [] : (markup?.links.paths ?? []);

function shownPath(url: string): string {
	const { pathname, search } = new URL(url);
	return steadyPath(pathname) + (search === "" ? "" : "?…");
}
