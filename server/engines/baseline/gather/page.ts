import type { Exchange, Gathered, PageEvidence, Walk } from "../evidence.ts";
import { explain } from "./failure.ts";
import { readMarkup } from "./html.ts";

/** A server that says so has more to do than to be looked at; what it answers then is not its page. */
const THROTTLED = [429, 503];

/** Picks the pages to judge: where each walk ended, https before http of the same host, each address once. */
export function gatherPages(walks: readonly Walk[], seconds: number): Gathered<"headers"> {
	const ends = walks.flatMap(({ end }) => (end.status === "answered" && isPage(end.exchange) ? [end.exchange] : []));
	const distinct = [...new Map(ends.map((exchange) => [exchange.url, exchange])).values()];
	const pages = distinct.filter(
		(page) =>
			page.endpoint.scheme === "https" ||
			!distinct.some(({ endpoint }) => endpoint.scheme === "https" && endpoint.host === page.endpoint.host),
	);
	return {
		units: pages.map((page) => pageEvidence(page, walks)),
		gaps: [...new Set(walks.flatMap((walk) => gapOf(walk, seconds)))],
	};
}

function isPage({ status }: Exchange): boolean {
	return status < 500 && !THROTTLED.includes(status);
}

function pageEvidence(page: Exchange, walks: readonly Walk[]): PageEvidence {
	const exchanges = allExchanges(walks).filter(
		({ endpoint }) => endpoint.host === page.endpoint.host && endpoint.port === page.endpoint.port,
	);
	const html = /html/i.test(page.headers.get("content-type")?.[0] ?? "text/html");
	const markup = html && page.body.status !== "unread" ? readMarkup(page.body.text, page.url) : undefined;
	return { exchange: page, exchanges, html, markup };
}

/** Every answer of every walk, in the order they came. */
export function allExchanges(walks: readonly Walk[]): Exchange[] {
	return walks.flatMap(({ hops, end }) => [
		...hops,
		...(end.status === "answered" ? [end.exchange] : end.status === "stopped" ? [end.from] : []),
	]);
}

/** Why one walk gave no page, in a sentence. */
export function gapOf({ end }: Walk, seconds: number): string[] {
	switch (end.status) {
		case "failed":
			return [`We asked for ${end.url}, but ${explain(end.failure, seconds)}.`];
		case "stopped":
			return [`The page at ${end.from.url} could not be read: ${end.message}.`];
		case "answered":
			return isPage(end.exchange) ? [] : [notAPage(end.exchange)];
	}
}

function notAPage({ url, status, headers }: Exchange): string {
	if (!THROTTLED.includes(status)) return `${url} answered ${status}, an error of the server, instead of its page.`;
	const seconds = /^\d{1,6}$/.exec(headers.get("retry-after")?.[0] ?? "")?.[0];
	const when = seconds ? ` in ${seconds} seconds` : " later";
	return `${url} answered ${status}: it asks to be left alone for now. Please scan it again${when}.`;
}
