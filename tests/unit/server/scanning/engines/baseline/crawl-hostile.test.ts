import { expect, test } from "vitest";
import { answer, crawlOf, link, numbered, type Page } from "./crawl-of.ts";

const html = { "content-type": "text/html" };

/** Every page exists and names more. */
function endless(pageOf: (at: number) => string): Record<string, Page> {
	let at = 0;
	return new Proxy<Record<string, Page>>({}, { get: (_, path) => (path === "/robots.txt" ? undefined : pageOf(at++)) });
}

test("links without end are read to the tenth page, and counted to five hundred", async () => {
	const { pages, text, asked } = await crawlOf(
		endless((at) => link(...[...Array(900).keys()].map((n) => `/${at}-${n}`))),
	);
	expect(pages.paths).toHaveLength(10);
	expect(asked).toHaveLength(2 + 9);
	expect(text).toBe("Read 10 of more than 500 pages that the site names.");
});

test("pages that only lead on are followed as far as there are requests", async () => {
	let at = 0;
	const on: Page = (_request, response) => void response.writeHead(302, { location: `/${++at}` }).end();
	const { asked, text } = await crawlOf(
		new Proxy<Record<string, Page>>(
			{},
			{ get: (_, path) => (path === "/" ? link("/0") : path === "/robots.txt" ? undefined : on) },
		),
	);
	expect(asked).toHaveLength(20);
	expect(text).toContain("Then our limit of requests for reading pages was used up.");
});

test("pages that redirect to each other end", async () => {
	const { asked, pages } = await crawlOf({
		"/": link("/a"),
		"/a": answer(302, { location: "/b" }),
		"/b": answer(302, { location: "/a" }),
	});
	expect(asked).toEqual(["/robots.txt", "/sitemap.xml", "/a", "/b"]);
	expect(pages).toMatchObject({ paths: ["/"], named: 1 });
});

test.for([
	"http://10.0.0.1/",
	"http://169.254.169.254/latest/meta-data/",
	"http://[::1]:9/",
	"//127.0.0.1:9/",
	"https://site.example.com/",
	"file:///etc/passwd",
])("a page that redirects to %s leads nowhere", async (location) => {
	const { result, pages } = await crawlOf({ "/": link("/a", location), "/a": answer(302, { location }) });
	expect(pages).toMatchObject({ paths: ["/"], named: 2, unread: 1 });
	expect(new Set(result.sent.map(({ address }) => address).filter(Boolean))).toEqual(new Set(["127.0.0.1"]));
});

test("slow pages end with the time for them, and what was read is judged", async () => {
	const never: Page = () => undefined;
	const { pages, text, result } = await crawlOf(
		{ "/": link("/quick", "/slow", "/late"), "/quick": answer(200, html), "/slow": never, "/late": never },
		{ crawlMs: 2_500 },
	);
	expect(pages.paths).toEqual(["/", "/quick"]);
	expect(text).toBe("Read 2 of 4 pages that the site names. Then the time for reading pages was up.");
	expect(result.coverage).toBe("full");
	expect(result.findings.find(({ rule }) => rule === "csp-missing")?.pages).toEqual(["/", "/quick"]);
});

test("a page of ten megabytes is cut, judged as far as it goes, and does not count as read", async () => {
	const { pages, text, result } = await crawlOf({
		"/": link("/long"),
		"/long": `<script src="https://cdn.other.example/a.js"></script>${link("/x").repeat(600_000)}`,
	});
	expect(pages.paths).toEqual(["/"]);
	expect(text).toBe("Read 1 of more than 3 pages that the site names. 2 of them could not be read.");
	expect(result).toMatchObject({ coverage: "full" });
	expect(result.findings.find(({ rule }) => rule === "script-without-integrity")?.location.path).toBe("/long");
});

test("a sitemap and a robots.txt of ten megabytes are cut", async () => {
	const { pages } = await crawlOf((origin) => ({
		"/": link("/a"),
		"/a": "",
		"/robots.txt": `User-agent: *\n${"Disallow: /*a*a*a*a*a*a*b$\n".repeat(400_000)}Disallow: /a`,
		"/sitemap.xml": `<urlset>${`<url><loc>${origin}/a</loc></url>`.repeat(200_000)}</urlset>`,
	}));
	expect(pages).toMatchObject({ paths: ["/", "/a"], more: true });
});

test("a hostile robots.txt costs no more than its length", async () => {
	const began = process.cpuUsage();
	const { asked } = await crawlOf({
		"/": link(...numbered(400).map((path) => `${path}${"a".repeat(400)}`)),
		"/robots.txt": `${"User-agent: a\n".repeat(15_000)}User-agent: *\n${`Disallow: ${"*a".repeat(20_000)}\n`.repeat(8)}`,
	});
	expect(asked.length).toBeGreaterThan(2);
	// Processor time, which other programs do not affect.
	expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
});

test("a thousand cookies of ten pages do not give thousands of findings", async () => {
	const flood = (page: number) =>
		answer(200, { ...html, "set-cookie": Array.from({ length: 400 }, (_, at) => `c${page}-${at}=1`) });
	const { result } = await crawlOf({
		"/": link(...numbered(9)),
		...Object.fromEntries(numbered(9).map((path, at) => [path, flood(at)])),
	});
	expect(result.findings.filter(({ rule }) => rule === "cookie-without-samesite")).toMatchObject([
		{ places: "examples" },
	]);
	for (const { evidence } of result.findings) expect(evidence.length).toBeLessThanOrEqual(40);
});
