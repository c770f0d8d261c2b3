import { expect, test } from "vitest";
import { allowedPaths, parseRobots, readRobots } from "#server/scanning/engines/baseline/gather/crawl/robots.ts";

const AGENT = "Plumbline-Scanner/1.0 (+https://plumbline.example/scanner-info)";
const allowed = (text: string, ...paths: string[]) => allowedPaths(parseRobots(text, AGENT), paths);

test("without rules, or with an empty one, everything is allowed", () => {
	expect(allowed("", "/a")).toEqual([true]);
	expect(allowed("User-agent: *\nDisallow:\n", "/a")).toEqual([true]);
	expect(allowed("Disallow: /\nUser-agent: *\n", "/a")).toEqual([true]);
	expect(allowed("<!doctype html><title>Not found</title>", "/a")).toEqual([true]);
});

test("the group for our name counts alone; without one, that for everyone does", () => {
	const text = "User-agent: *\nDisallow: /\n\nUser-agent: plumbline-SCANNER\nDisallow: /b\n";
	expect(allowed(text, "/a", "/b")).toEqual([true, false]);
	expect(allowed("User-agent: Plumbline-Scanner\n\nUser-agent: *\nDisallow: /", "/")).toEqual([false]);
	expect(allowed("User-agent: Plumbline-Scanner/2.0\nDisallow: /", "/")).toEqual([false]);
	expect(allowed("User-agent: Plumbline\nDisallow: /\nUser-agent: Scanner\nDisallow: /", "/")).toEqual([true]);
	expect(allowed("User-agent: *\nDisallow: /a\nUser-agent: other\nDisallow: /b", "/a", "/b")).toEqual([false, true]);
});

test("several groups for one name are one, and several names share a group", () => {
	const text =
		"User-agent: plumbline-scanner\nDisallow: /a\n\nUser-agent: x\nDisallow: /c\n\nUser-agent: y\nSitemap: https://a.example/s.xml\nUser-agent: plumbline-scanner\nDisallow: /b\n";
	expect(allowed(text, "/a", "/b", "/c")).toEqual([false, false, true]);
});

test("the longest pattern decides, and Allow where two are as long", () => {
	const text =
		"User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /shop/open/not\nAllow: /same\nDisallow: /same";
	expect(allowed(text, "/shop", "/shop/open/", "/shop/open/not/x", "/same", "/sh")).toEqual([
		false,
		true,
		false,
		true,
		true,
	]);
});

test.for([
	["/fish", "/fish.html", true],
	["/fish", "/Fish", false],
	["/fish*", "/fishheads/yummy", true],
	["/fish/", "/fish", false],
	["/*.php", "/folder/any.php?a=1", true],
	["/*.php$", "/filename.php", true],
	["/*.php$", "/filename.php?parameters", false],
	["/*.php$", "/a.php/b.php", true],
	["/fish*.php", "/fishheads/catfish.php?id=1", true],
	["/fish*.php", "/Fish.PHP", false],
	["*", "/any", true],
	["/$", "/", true],
	["/$", "/a", false],
	["/a*$", "/abc", true],
	["/ab*bc$", "/abc", false],
	["/ab*bc$", "/abbc", true],
	["*a*b*a$", "/aba", true],
	["/a$b", "/a$b", true],
	["/a?b", "/a?b=1", true],
	["/%7Euser", "/~user", true],
	["/a%3cd", "/a%3Cd", true],
	["/grün", "/gr%C3%BCn", true],
] as const)("the pattern %s on %s: %s", ([pattern, path, matches]) => {
	expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toEqual([!matches]);
});

test("comments, odd spaces, line ends and unknown lines are read as they are meant", () => {
	const text =
		"\r\n # hello\r\n  USER-AGENT :  * # all\rCrawl-delay: 9\nhost: x\n disallow\t:/a # no\nnonsense\nSITEMAP: https://a.example/map.xml";
	expect(allowed(text, "/a", "/b")).toEqual([false, true]);
	expect(parseRobots(text, AGENT).sitemaps).toEqual(["https://a.example/map.xml"]);
});

test("of a file that is longer than its limit, a cut line does not count", () => {
	const text = "User-agent: *\nDisallow: /admin\nAllow: /admin/login";
	const bytes = Buffer.from(text.slice(0, -"/login".length));
	const robots = readRobots({ headers: new Map() }, { status: "cut", bytes }, AGENT, 1_000);
	expect(robots?.rules).toEqual([{ allow: false, pattern: "/admin" }]);
});

test("a file that cannot be unpacked is not one without rules", () => {
	const headers = new Map([["content-encoding", ["gzip"]]]);
	expect(readRobots({ headers }, { status: "whole", bytes: Buffer.from("no") }, AGENT, 1_000)).toBeUndefined();
});
