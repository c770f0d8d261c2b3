import { expect, test } from "vitest";
import { readMarkup } from "#server/scanning/engines/baseline/gather/web/html.ts";

test("references are resolved against the page, or its base element", () => {
	const { references } = readMarkup(
		'<base href="/app/"><script src="x.js"></script><img src="//cdn.example/x.png">',
		"https://example.com/a/b",
	);
	expect(references).toEqual([
		{ kind: "script", url: "https://example.com/app/x.js", integrity: false },
		{ kind: "image", url: "https://cdn.example/x.png", integrity: false },
	]);
});

test("comments, scripts, titles and text areas hold no references", () => {
	const { references, title } = readMarkup(
		`<!-- <img src="http://a.example/1"> --><title><img src=2></title><textarea><img src=3></textarea><script>"<img src=4>"</script><style><img src=5></style>`,
		"https://example.com/",
	);
	expect(references).toEqual([]);
	expect(title).toBe("<img src=2>");
});

test("scripts, styles, frames, forms and pictures are told apart, with and without integrity", () => {
	const { references, generators, text } = readMarkup(
		`<meta name=generator content="WordPress 5.2"><link rel="preload stylesheet" href=/s.css integrity="x sha256-YQ=="><link rel=icon href=/i>
		<iframe src=/f></iframe><form action=/p><video src=/v></video><p>Hello</p>`,
		"https://example.com/",
	);
	expect(references.map(({ kind, integrity }) => [kind, integrity])).toEqual([
		["style", true],
		["frame", false],
		["form", false],
		["image", false],
	]);
	expect(generators).toEqual(["WordPress 5.2"]);
	expect(text).toContain("Hello");
});

test("a page of many references is cut, which is said, and markup across chunks is not lost", () => {
	const read = (count: number) => readMarkup('<script src="/x.js"></script>'.repeat(count), "https://example.com/");
	const { references, complete, moreReferences } = read(2_001);
	expect([references.length, moreReferences, read(2_000).moreReferences]).toEqual([2_000, true, false]);
	expect(references.every(({ url }) => url === "https://example.com/x.js")).toBe(true);
	expect(complete).toBe(true);
});

test("an element named like a property of objects is one that nobody knows", () => {
	const { references, complete } = readMarkup("<constructor><img src=/a>", "https://example.com/");
	expect(references).toHaveLength(1);
	expect(complete).toBe(true);
});

test("what noscript holds is neither text nor loaded, as in a browser that runs scripts", () => {
	const html = "<noscript><p>Please turn on scripts</p><img src=http://a.example/pixel></noscript><p>Hello</p>";
	const { references, text } = readMarkup(html, "https://example.com/");
	expect(references).toEqual([]);
	expect(text).toBe("Hello");
});

test.each([
	["", false],
	["  ", false],
	["md5-abcd", false],
	["sha384-", false],
	["sha384-a$b", false],
	["sha384-ab===", false],
	["sha384-abcd", true],
	["md5-abcd\n sha512-ab+/==?type=a", true],
])("of integrity=%j browsers check a script: %s", (integrity, checked) => {
	const { references } = readMarkup(`<script src=/a.js integrity="${integrity}"></script>`, "https://example.com/");
	expect(references.map((reference) => reference.integrity)).toEqual([checked]);
});
