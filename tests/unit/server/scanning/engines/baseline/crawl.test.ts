import { expect, test } from "vitest";
import { answer, crawlOf, link, numbered, type Page, sitemap } from "./crawl-of.ts";
import { rulesOf } from "./scan.ts";

const breaksOff: Page = (_request, response) => {
	response.writeHead(200, { "content-length": 9 }).write("x", () => response.destroy());
};

test("reads robots.txt, the sitemap and what the site links to, breadth first, two at a time and each page once", async () => {
	const { asked, pages, text, atOnce, result } = await crawlOf({
		"/": link("/a", "/b#top", "/a", "/b", "https://other.example/x", "/file.pdf", "/logout"),
		"/a": link("/c", "/"),
		"/b": link("/d", "/a"),
		"/c": link("/e"),
		"/d": "",
		"/e": "",
	});
	expect(asked.slice(0, 2)).toEqual(["/robots.txt", "/sitemap.xml"]);
	expect(pages.paths).toEqual(["/", "/a", "/b", "/c", "/d", "/e"]);
	expect(asked.slice(2).sort()).toEqual(["/a", "/b", "/c", "/d", "/e"]);
	expect(atOnce.most).toBeLessThanOrEqual(2);
	expect(text).toBe("Read 6 pages, all that the site names.");
	expect(result.coverage).toBe("full");
});

test("reads ten pages at most and says how many the site names, and the parts are evaluated all the same", async () => {
	const { asked, pages, text, result } = await crawlOf((origin) => ({
		"/": link(...numbered(4)),
		"/robots.txt": `Sitemap: ${origin}/map.xml`,
		"/map.xml": sitemap(origin, "/p2", ...numbered(30).slice(10)),
		...Object.fromEntries(numbered(40).map((path) => [path, ""])),
	}));
	expect(pages.paths).toEqual(["/", "/p1", "/p2", "/p3", "/p4", "/p11", "/p12", "/p13", "/p14", "/p15"]);
	expect(asked).toHaveLength(2 + 9);
	expect(asked).not.toContain("/sitemap.xml");
	expect(text).toBe("Read 10 pages of 25 that the site names.");
	expect(result).toMatchObject({ coverage: "full" });
});

test("a site that names no other page is read as before", async () => {
	const { text, result } = await crawlOf({ "/": "<p>hi" });
	expect(text).toBe("Read 1 page. The site names no other.");
	expect(result.findings.some(({ pages }) => pages)).toBe(false);
});

test("robots.txt is obeyed, by redirects too", async () => {
	const { asked, text } = await crawlOf({
		"/": link("/private/a", "/open", "/moved"),
		"/robots.txt": "User-agent: plumbline-scanner\nDisallow: /private",
		"/moved": answer(302, { location: "/private/b" }),
		"/open": "",
	});
	expect(asked.filter((path) => path.startsWith("/private"))).toEqual([]);
	expect(text).toBe("Read 2 pages of 4 that the site names. Its robots.txt asks robots not to read 2 of them.");
});

test("where robots.txt forbids everything, only the site's own page is read", async () => {
	const { asked, text } = await crawlOf({
		"/": link("/a", "/b"),
		"/robots.txt": "User-agent: *\nDisallow: /",
		"/a": "",
	});
	expect(asked).toEqual(["/robots.txt"]);
	expect(text).toBe("Read 1 page of 3 that the site names. Its robots.txt asks robots not to read 2 of them.");
});

test.for([
	["answers 500", answer(500)],
	["answers 503", answer(503)],
	["answers 429", answer(429)],
	["breaks off", breaksOff],
	["redirects elsewhere", answer(302, { location: "http://127.0.0.1:9/robots.txt" })],
	["redirects without end", answer(302, { location: "/robots.txt" })],
	["cannot be unpacked", answer(200, { "content-encoding": "br" }, "no")],
] as const)("where robots.txt %s, no other page is asked for, and the report says so", async ([, robots]) => {
	const { asked, text } = await crawlOf({ "/": link("/a"), "/robots.txt": robots, "/a": "" });
	expect(new Set(asked)).toEqual(new Set(["/robots.txt"]));
	expect(asked.length).toBeLessThanOrEqual(6);
	expect(text).toBe(
		"Read 1 page of 2 that the site names. Its robots.txt could not be read, so no other page was asked for.",
	);
});

test.for([403, 404, 410])("where robots.txt answers %s, there are no rules", async (status) => {
	const { pages } = await crawlOf({ "/": link("/a"), "/robots.txt": answer(status), "/a": "" });
	expect(pages.paths).toEqual(["/", "/a"]);
});

test("a redirect on the site counts as its target; one that leaves it, a file and an error are no pages", async () => {
	const { pages, text, asked } = await crawlOf({
		"/": link("/old", "/away", "/data", "/broken", "/gone"),
		"/old": answer(301, { location: "/new" }),
		"/new": "",
		"/away": answer(302, { location: "https://other.example/" }),
		"/data": answer(200, { "content-type": "application/json" }, "{}"),
		"/broken": answer(500),
	});
	expect(pages.paths).toEqual(["/", "/new"]);
	expect(asked.at(-1)).toBe("/new");
	expect(text).toBe("Read 2 pages of 6 that the site names. 4 of them could not be read.");
});

test("a site that asks to be left alone is", async () => {
	const { asked, text } = await crawlOf({
		"/": link(...numbered(8)),
		"/p1": answer(429),
		...Object.fromEntries(
			numbered(8)
				.slice(1)
				.map((path) => [path, ""]),
		),
	});
	expect(asked.length).toBeLessThanOrEqual(2 + 2);
	expect(text).toContain("Then the site asked to be left alone, so no other page was asked for.");
});

test("of addresses with a query, three are read", async () => {
	const { pages, text } = await crawlOf({
		"/": link(...[1, 2, 3, 4, 5].map((at) => `/list?page=${at}`), "/a"),
		...Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`/list?page=${at}`, ""])),
		"/a": "",
	});
	expect(pages.paths).toEqual(["/", "/list?…", "/list?…", "/list?…", "/a"]);
	expect(text).toBe("Read 5 pages of 7 that the site names.");
});

test("an index leads to its first sitemap and no further", async () => {
	const index = (origin: string, ...paths: string[]) =>
		`<sitemapindex>${paths.map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join("")}</sitemapindex>`;
	const { asked, text } = await crawlOf((origin) => ({
		"/": "",
		"/sitemap.xml": index(origin, "/one.xml", "/two.xml"),
		"/one.xml": sitemap(origin, "/a"),
		"/a": "",
	}));
	expect(asked).toEqual(["/robots.txt", "/sitemap.xml", "/one.xml", "/a"]);
	expect(text).toBe("Read 2 pages of more than 2 that the site names.");

	const nested = await crawlOf((origin) => ({ "/": "", "/sitemap.xml": index(origin, "/sitemap.xml") }));
	expect(nested.asked).toEqual(["/robots.txt", "/sitemap.xml", "/sitemap.xml"]);
});

test("a page is asked for with the cookies that the site's own page set, and no page changes them", async () => {
	const cookies: (string | undefined)[] = [];
	const noting: Page = ({ headers }, response) => {
		cookies.push(headers.cookie);
		response.writeHead(200, { "content-type": "text/html", "set-cookie": "b=2" }).end();
	};
	await crawlOf({
		"/": answer(200, { "content-type": "text/html", "set-cookie": "a=1" }, link("/x", "/y")),
		"/x": noting,
		"/y": noting,
	});
	expect(cookies).toEqual(["a=1", "a=1"]);
});

const strict = {
	"content-type": "text/html",
	"content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"permissions-policy": "camera=()",
};
const { "content-security-policy": _, ...withoutPolicy } = strict;

test("what holds on every page is one finding at the site's own page, with the fingerprint it always had", async () => {
	const only = { "/": answer(200, withoutPolicy, "") };
	const one = await crawlOf(only);
	const many = await crawlOf({
		"/": answer(200, withoutPolicy, link("/a", "/b")),
		"/a": answer(200, withoutPolicy),
		"/b": answer(200, withoutPolicy),
	});
	expect(rulesOf(many.result)).toEqual(rulesOf(one.result));
	const [before] = one.result.findings.filter(({ rule }) => rule === "csp-missing");
	const [after, ...others] = many.result.findings.filter(({ rule }) => rule === "csp-missing");
	expect(others).toEqual([]);
	expect(after?.location).toEqual({ ...before?.location, port: after?.location.port });
	expect(after?.pages).toEqual(["/", "/a", "/b"]);
	expect(after?.evidence.map(({ source }) => new URL(source.replace(/^.* of /, "")).pathname)).toEqual([
		"/",
		"/a",
		"/b",
	]);
});

test("what only some pages show is found at the first of them", async () => {
	const { result } = await crawlOf({
		"/": answer(200, strict, link("/fine", "/login", "/join")),
		"/fine": answer(200, strict),
		"/login": answer(200, withoutPolicy),
		"/join": answer(200, { ...withoutPolicy, "set-cookie": "sid=1; SameSite=Lax" }),
	});
	const found = result.findings.map(({ rule, location: { path, parameter }, pages }) => [rule, path, parameter, pages]);
	expect(found).toEqual(
		expect.arrayContaining([
			["csp-missing", "/login", "", ["/login", "/join"]],
			["framing-allowed", "/login", "", ["/login", "/join"]],
			["cookie-without-httponly", "", "sid", ["/join"]],
		]),
	);
	expect(found.filter(([rule]) => rule === "csp-missing")).toHaveLength(1);
});
