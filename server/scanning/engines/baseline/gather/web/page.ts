import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { Exchange, Gathered, PageEvidence, Walk } from "../../evidence.ts";
import { explain } from "../failure.ts";
import type { Session } from "../session.ts";
import { contentTypeOf } from "./decode-body.ts";
import type { PageReading } from "./read-page.ts";
import type { Walked } from "./walk.ts";

/** A server that answers with one of these is too busy to be checked, and its answer is not its page. */
const THROTTLED = [429, 503];

/** Picks the pages to judge: where each walk ended, https before http of the same host, each address once. */
export async function gatherPages(
	{ read, limits }: Pick<Session, "read" | "limits">,
	walked: readonly Walked[],
): Promise<Gathered<"headers">> {
	const seconds = limits.requestMs / 1000;
	const walks = walked.map(({ walk }) => walk);
	const ends = walked.flatMap(({ walk: { end }, body }) =>
		end.status === "answered" && body && isPage(end.exchange) ? [{ exchange: end.exchange, body }] : [],
	);
	const distinct = [...new Map(ends.map((page) => [page.exchange.url, page])).values()];
	const pages = distinct.filter(
		({ exchange: { endpoint } }) =>
			endpoint.scheme === "https" ||
			!distinct.some(
				({ exchange: other }) => other.endpoint.scheme === "https" && other.endpoint.host === endpoint.host,
			),
	);
	const units = pages.map(async ({ exchange, body }): Promise<PageEvidence> => {
		const html = /html/i.test(contentTypeOf(exchange.headers) ?? "text/html");
		const exchanges = allExchanges(walks).filter(
			({ endpoint }) => endpoint.host === exchange.endpoint.host && endpoint.port === exchange.endpoint.port,
		);
		if (!html) return { exchange, exchanges, html, body: { status: "whole" }, markup: undefined };
		const done = await read("readPage", exchange, body, limits.bodyBytes);
		const reading: PageReading =
			done.status === "done" ? done.value : { status: "unread", reason: `it ${tooMuch(done)}` };
		if (reading.status === "unread") return { exchange, exchanges, html, body: reading, markup: undefined };
		return { exchange, exchanges, html, body: { status: reading.status }, markup: reading.markup };
	});
	return {
		units: await Promise.all(units),
		gaps: [...new Set(walks.flatMap((walk) => gapOf(walk, seconds)))],
	};
}

function isPage({ status }: Exchange): boolean {
	return status < 500 && !THROTTLED.includes(status);
}

/** Every answer from every walk, in the order they came. */
export function allExchanges(walks: readonly Walk[]): Exchange[] {
	return walks.flatMap(({ hops, end }) => [
		...hops,
		...(end.status === "answered" ? [end.exchange] : end.status === "stopped" ? [end.from] : []),
	]);
}

/** Why one walk led to no page, in a sentence. */
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
