import { identifyInGenerator, type Software } from "../../../../software/identify.ts";
import { identifyInScript } from "../../../../software/identify-script.ts";
import type { SeenSoftware } from "../../../shared/evidence.ts";
import type { ContentEvidence, Exchange, Gathered, Markup } from "../../evidence.ts";

/** Reads the pages' markup. A page that is not HTML has no content to judge, which is not a gap. */
export function gatherContent(pages: Gathered<"headers">, bodyBytes: number): Gathered<"content"> {
	const units: ContentEvidence[] = [];
	const gaps = [...pages.gaps];
	for (const { exchange, html, body, markup } of pages.units) {
		if (!html) continue;
		if (body.status === "unread") gaps.push(`The page at ${exchange.url} could not be read: ${body.reason}.`);
		if (!markup) continue;
		if (body.status === "cut") {
			gaps.push(`The page at ${exchange.url} is longer than ${bodyBytes / 1_000_000} MB; only its beginning was read.`);
		} else if (!markup.complete) {
			gaps.push(`The page at ${exchange.url} is not ordinary HTML; only its beginning was read.`);
		}
		const { policies, references, title, text } = markup;
		units.push({ page: exchange, policies, references, title, text, software: softwareOf(exchange, markup) });
	}
	return { units, gaps };
}

function softwareOf(page: Exchange, markup: Markup): SeenSoftware[] {
	const seen = (source: string, text: string) => (software: Software) => ({
		...software,
		source,
		text,
		endpoint: page.endpoint,
	});
	return [
		...markup.generators.flatMap((value) => identifyInGenerator(value).map(seen(`Generator of ${page.url}`, value))),
		...markup.references
			.filter(({ kind }) => kind === "script")
			.flatMap(({ url }) => identifyInScript(url).map(seen(`Script of ${page.url}`, url))),
	];
}
