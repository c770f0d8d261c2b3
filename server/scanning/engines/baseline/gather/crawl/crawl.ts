import type { PagesRead } from "#contract/findings/pages-read.ts";
import { steadyPath } from "../../../shared/steady-path.ts";
import type { PageEvidence } from "../../evidence.ts";
import type { Session } from "../session.ts";
import { answerOf } from "../web/answer.ts";
import { createCookieJar } from "../web/cookie-jar.ts";
import { forbidsFollowing } from "../web/html.ts";
import { isHtml, readUnit } from "../web/page.ts";
import { redirectOf } from "../web/walk.ts";
import { type Asker, startAsking } from "./ask.ts";
import { startNames } from "./names.ts";
import { pagePath } from "./page-path.ts";
import { NO_RULES, readSiteFiles } from "./site-files.ts";

/** The pages besides the site's own, in the order of reading, and what the report says about the reading. */
export type Crawled = { units: PageEvidence[]; pages: PagesRead };

/** How many pages are asked for at once. */
const AT_ONCE = 2;
/** Addresses with a query are often one page many times. */
const MOST_WITH_QUERY = 3;

/**
 * Reads pages that the site itself names, up to a limit: those that its own page links to, then those of its sitemap, then those that these
 * link to, and so on. Only on the own page's origin, and only where robots.txt lets us. Nothing is guessed. Which pages are read does not
 * depend on which answers first.
 */
export async function crawl(session: Session, own: PageEvidence): Promise<Crawled> {
	const { limits } = session;
	const asker = startAsking(session, own.exchange.endpoint);
	const { origin, pathname, search } = new URL(own.exchange.url);
	const names = startNames(session, pathname + search);
	const headers = cookiesOf(own);
	const units: PageEvidence[] = [];
	let unread = isReadWhole(own) ? 0 : 1;
	let withQuery = 0;
	let stopped: PagesRead["stopped"];

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
				const outcome = await askForPage(session, asker, path, own, headers);
				if (outcome.status !== "page") pages--;
				if (outcome.status === "stopped") stopped = outcome.why;
				outcomes[at] = outcome;
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		const found: string[] = [];
		for (const [at, path] of paths.entries()) {
			const outcome = outcomes[at];
			if (outcome?.status === "page") {
				units.push(outcome.unit);
				if (!isReadWhole(outcome.unit)) unread++;
				found.push(...linksOf(outcome.unit));
			} else if (outcome?.status === "moved") {
				names.markMoved(path);
				found.push(outcome.to);
			} else if (outcome?.status === "no-page") unread++;
		}
		return found;
	}

	const site = await readSiteFiles(asker, session);
	if (site.status === "unreadable") stopped = asker.isLate() ? "time" : "robots";
	// Beyond a limit, or without robots.txt, pages are counted and not read.
	const { robots, sitemap } = site.status === "read" ? site : { robots: NO_RULES, sitemap: { paths: [], more: false } };
	let level = await names.add([...linksOf(own), ...sitemap.paths], robots);
	while (level.length > 0 && !stopped && units.length + 1 < limits.pages)
		level = await names.add(await readLevel(level), robots);

	const all = [own, ...units];
	if (sitemap.more || all.some(({ markup }) => markup?.links.more)) names.markMore();
	const paths = all.filter(isReadWhole).map(shownPath);
	return { units, pages: { origin, paths, ...names.count(), unread, ...(stopped ? { stopped } : {}) } };
}

/** What the report says if the time for the scan was up before other pages were read. */
export const onlyOwn = (own: PageEvidence): PagesRead => ({
	origin: new URL(own.exchange.url).origin,
	paths: isReadWhole(own) ? [shownPath(own)] : [],
	named: 1,
	more: true,
	ruledOut: 0,
	unread: isReadWhole(own) ? 0 : 1,
	stopped: "time",
});

/** What came of asking for one path. */
type Outcome =
	| { status: "page"; unit: PageEvidence }
	/** A redirect on the site. It is the target that counts. */
	| { status: "moved"; to: string }
	| { status: "no-page" }
	| { status: "stopped"; why: NonNullable<PagesRead["stopped"]> };

async function askForPage(
	session: Session,
	asker: Asker,
	path: string,
	own: PageEvidence,
	headers: Record<string, string>,
): Promise<Outcome> {
	const result = await asker.ask(path, { headers });
	if (result === "used-up") return { status: "stopped", why: asker.isLate() ? "time" : "requests" };
	// If we cut it short, that says nothing about the page.
	if (!result.ok) return asker.isLate() ? { status: "stopped", why: "time" } : { status: "no-page" };
	const { exchange, body } = result;
	const redirect = redirectOf(exchange);
	if (redirect !== undefined) {
		const to = redirect ? pagePath(redirect, new URL(own.exchange.url).origin) : undefined;
		return to === undefined ? { status: "no-page" } : { status: "moved", to };
	}
	const { kind } = answerOf(exchange, body);
	if (kind === "bot-wall" || kind === "busy") return { status: "stopped", why: "busy" };
	if (kind !== "page" || !isHtml(exchange)) return { status: "no-page" };
	// A visitor comes by way of the site's own page.
	const page = { exchange, exchanges: [...own.exchanges, exchange], body, named: true };
	return { status: "page", unit: await readUnit(session, page, session.limits.pageBytes) };
}

/** As a request's headers, what a browser keeps from the own page and the way to it. */
function cookiesOf({ exchange, exchanges }: PageEvidence): Record<string, string> {
	const jar = createCookieJar();
	for (const one of exchanges) jar.keep(one);
	return jar.headersFor(exchange.endpoint);
}

const isReadWhole = ({ body, markup }: PageEvidence): boolean =>
	body.status === "whole" && markup?.complete !== false && !markup?.moreReferences;

/** Pages may ask robots not to follow their links, as single links may. */
const linksOf = ({ exchange, markup }: PageEvidence): readonly string[] =>
	(exchange.headers.get("x-robots-tag") ?? []).some(forbidsFollowing) ? [] : (markup?.links.paths ?? []);

function shownPath({ exchange: { url } }: PageEvidence): string {
	const { pathname, search } = new URL(url);
	return steadyPath(pathname) + (search === "" ? "" : "?…");
}
