import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readSitemap } from "#server/scanning/engines/baseline/gather/crawl/sitemap.ts";

const read = (xml: string | Buffer, { most = 500, cut = false, headers = new Map<string, string[]>() } = {}) =>
	readSitemap(
		{ url: "https://example.com/sitemap.xml", headers },
		{ status: cut ? "cut" : "whole", bytes: Buffer.from(xml) },
		1_000_000,
		most,
	);
const urlset = (...addresses: string[]) =>
	`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((loc) => `<url><loc>${loc}</loc><lastmod>2026-01-01</lastmod></url>`).join("")}</urlset>`;

test("names the pages of its own site, each once, with entities and CDATA", () => {
	expect(
		read(
			urlset(
				" https://example.com/a ",
				"https://example.com/a#b",
				"https://example.com/s?q=1&amp;p=2",
				"<![CDATA[https://example.com/c]]>",
				"https://other.example/d",
				"http://example.com/e",
				"https://example.com/f.pdf",
				"javascript:alert(1)",
				"/relative",
			),
		),
	).toEqual({ kind: "pages", paths: ["/a", "/s?q=1&p=2", "/c"], more: false });
});

test("pictures of a page are not pages", () => {
	const xml =
		'<urlset xmlns:image="i"><url><loc>https://example.com/a</loc><image:image><image:loc>https://example.com/b</image:loc></image:image></url></urlset>';
	expect(read(xml)).toMatchObject({ paths: ["/a"] });
});

test("an index names sitemaps of its own site; packed ones and others are said to be more", () => {
	const xml =
		"<sitemapindex><sitemap><loc>https://example.com/a.xml?x=1</loc></sitemap><sitemap><loc>https://example.com/b.xml.gz</loc></sitemap></sitemapindex>";
	expect(read(xml)).toEqual({ kind: "index", sitemaps: ["/a.xml?x=1"], more: true });
});

test("what is cut, damaged, too long or too deep counts as far as it goes, and more is said to be there", () => {
	const two = urlset("https://example.com/a", "https://example.com/b");
	const first = { kind: "pages", paths: ["/a"], more: true };
	expect(read(two, { most: 1 })).toEqual(first);
	expect(read(two.slice(0, two.lastIndexOf("</loc>")), { cut: true })).toEqual(first);
	expect(read(two.replace("/b", "/&unknown;"))).toEqual(first);
	expect(read(`<urlset><url><loc>https://example.com/a</loc></url>${"<x>".repeat(100)}`)).toEqual(first);
	expect(read(urlset(...Array.from({ length: 3_000 }, (_, at) => `https://example.com/${at}`)))).toMatchObject({
		paths: { length: 500 },
		more: true,
	});
});

test("declared entities are not expanded", () => {
	const xml = `<!DOCTYPE urlset [<!ENTITY a "https://example.com/secret">]>${urlset("&a;")}`;
	expect(read(xml)).toMatchObject({ paths: [] });
});

test("what is no sitemap names nothing", () => {
	for (const text of [
		"",
		"{}",
		"<!doctype html><title>Home</title><p>hi",
		"<rss><channel><link>https://example.com/a</link></channel></rss>",
	])
		expect(read(text)).toEqual({ kind: "pages", paths: [], more: false });
});

test("is unpacked as its Content-Encoding says, and not read otherwise", () => {
	const packed = gzipSync(urlset("https://example.com/a"));
	expect(read(packed, { headers: new Map([["content-encoding", ["gzip"]]]) })).toMatchObject({ paths: ["/a"] });
	expect(read("no", { headers: new Map([["content-encoding", ["gzip"]]]) })).toMatchObject({ paths: [], more: true });
});
