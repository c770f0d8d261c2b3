import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { Exchange, Gathered, PageEvidence, RawBody, Walk } from "../../evidence.ts";
import { explain } from "../failure.ts";
import type { Session } from "../session.ts";
import { answerOf, insteadOfPage } from "./answer.ts";
import { contentTypeOf } from "./decode-body.ts";
import { endsOf, httpsFirst } from "./ends.ts";
import type { PageReading } from "./read-page.ts";
import type { Walked } from "./walk.ts";

/** Picks the pages to judge: where each walk ended, https before http of the same host, each address once. */
export async function gatherPages(
	{ read, limits }: Pick<Session, "read" | "limits">,
	walked: readonly Walked[],
): Promise<Gathered<"headers">> {
	const seconds = limits.requestMs / 1000;
	const walks = walked.map(({ walk }) => walk);
	const ends = endsOf(walked);
	const pages = httpsFirst(ends.filter(({ answer }) => answer.kind === "page"));
	const units = pages.map(({ exchange, body }) => {
		const others = pages.filter((page) => page.exchange !== exchange);
		const exchanges = allExchanges(walks).filter((one) => !others.some((page) => isOfOneHost(one, page.exchange)));
		return readUnit({ read }, { exchange, exchanges, named: false, body }, limits.bodyBytes);
	});
	const kinds = ends.map(({ answer }) => answer.kind);
	const instead = kinds.includes("page") ? undefined : kinds.find((kind) => kind !== "page");
	return {
		units: await Promise.all(units),
		gaps: [...new Set(walked.flatMap((one) => gapOf(one, seconds)))],
		...(instead ? { instead } : {}),
	};
}

/** Whether an answer is HTML, as far as its headers tell. */
export const isHtml = ({ headers }: Exchange): boolean => /html/i.test(contentTypeOf(headers) ?? "text/html");

/** A page with its markup, as far as that can be read. */
export async function readUnit(
	{ read }: Pick<Session, "read">,
	{ body, ...page }: Pick<PageEvidence, "exchange" | "exchanges" | "named"> & { body: RawBody },
	bodyBytes: number,
): Promise<PageEvidence> {
	if (!isHtml(page.exchange)) return { ...page, html: false, body: { status: "whole" }, markup: undefined };
	const done = await read("readPage", page.exchange, body, bodyBytes);
	const reading: PageReading =
		done.status === "done" ? done.value : { status: "unread", reason: `it ${tooMuch(done)}` };
	if (reading.status === "unread") return { ...page, html: true, body: reading, markup: undefined };
	return { ...page, html: true, body: { status: reading.status }, markup: reading.markup };
}

const isOfOneHost = (one: Exchange, other: Exchange): boolean =>
	one.endpoint.host === other.endpoint.host && one.endpoint.port === other.endpoint.port;

/** Every answer from every walk, in the order they came. */
export function allExchanges(walks: readonly Walk[]): Exchange[] {
	return walks.flatMap(({ hops, end }) => [
		...hops,
		...(end.status === "answered" ? [end.exchange] : end.status === "stopped" ? [end.from] : []),
	]);
}

/** Why one walk led to no page, in a sentence. */
export function gapOf({ walk: { end }, body }: Walked, seconds: number): string[] {
	switch (end.status) {
		case "failed":
			return [`We asked for ${end.url}, but ${explain(end.failure, seconds)}.`];
		case "stopped":
			return [`The page at ${end.from.url} could not be read: ${end.message}.`];
		case "answered":
			return [insteadOfPage(end.exchange, answerOf(end.exchange, body)) ?? []].flat();
	}
}
