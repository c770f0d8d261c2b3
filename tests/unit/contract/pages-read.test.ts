import { expect, test } from "vitest";
import { isWhole, type PagesRead, pagesReadText } from "#contract/findings/pages-read.ts";

const pages = (count: number, more: Partial<PagesRead> = {}): PagesRead => ({
	origin: "https://a.example",
	paths: Array.from({ length: count }, (_, at) => `/${at}`),
	named: count,
	ruledOut: 0,
	unread: 0,
	...more,
});

test.for<[PagesRead, string, boolean]>([
	[pages(1), "Read 1 page. The site names no other.", true],
	[pages(4), "Read 4 pages, all that the site names.", true],
	[pages(10, { named: 37 }), "Read 10 of 37 pages that the site names.", false],
	[pages(10, { named: 500, more: true }), "Read 10 of more than 500 pages that the site names.", false],
	[
		pages(2, { named: 6, ruledOut: 3, unread: 1 }),
		"Read 2 of 6 pages that the site names. Its robots.txt asks robots not to read 3 of them. 1 of them could not be read.",
		false,
	],
	[
		pages(1, { named: 2, stopped: "robots" }),
		"Read 1 of 2 pages that the site names. Its robots.txt could not be read, so no other page was asked for.",
		false,
	],
	[
		pages(3, { named: 9, stopped: "busy" }),
		"Read 3 of 9 pages that the site names. Then the site asked to be left alone, so no other page was asked for.",
		false,
	],
])("%j", ([read, text, whole]) => {
	expect(pagesReadText(read)).toBe(text);
	expect(isWhole(read)).toBe(whole);
});
