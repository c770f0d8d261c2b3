import { counted } from "#contract/format/count.ts";
import { identifyInGenerator, type Software } from "../../../../software/identify.ts";
import { identifyInScript } from "../../../../software/identify-script.ts";
import type { SeenSoftware } from "../../../shared/evidence.ts";
import type { ContentEvidence, Exchange, Gathered, Markup, PageEvidence } from "../../evidence.ts";
import { MAX_REFERENCES } from "./html.ts";

/**
 * Reads the pages' markup. A page that is not HTML has no content to judge, which is not a gap. Nor is a page besides the site's own that
 * could not be read to its end: the report counts those apart (crawl.ts).
 */
export function gatherContent(pages: Gathered<"headers">, bodyBytes: number): Gathered<"content"> {
	const units: ContentEvidence[] = [];
	const gaps = [...pages.gaps];
	for (const page of pages.units) {
		const { exchange, named, html, markup } = page;
		if (!html) continue;
		if (!named) gaps.push(...gapsOf(page, bodyBytes));
		if (!markup) continue;
		const { policies, references, title, text } = markup;
		units.push({ page: exchange, named, policies, references, title, text, software: softwareOf(exchange, markup) });
	}
	return { units, gaps };
}

function gapsOf({ exchange: { url }, body, markup }: PageEvidence, bodyBytes: number): string[] {
	if (body.status === "unread") return [`The page at ${url} could not be read: ${body.reason}.`];
	if (body.status === "cut")
		return [`The page at ${url} is longer than ${bodyBytes / 1_000_000} MB; only its beginning was read.`];
	if (markup && !markup.complete) return [`The page at ${url} is not ordinary HTML; only its beginning was read.`];
	return markup?.moreReferences
		? [`The page at ${url} refers to more than ${counted(MAX_REFERENCES, "file")}; the others were not looked at.`]
		: [];
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
