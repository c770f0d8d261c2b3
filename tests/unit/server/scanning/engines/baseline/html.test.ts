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
	const checked = (integrity: string) =>
		readMarkup(`<script src=/x.js integrity="${integrity}"></script>`, "https://example.com/").references[0]?.integrity;
	// Browsers check hashes that they know, and load the rest unseen.
	expect(["sha384-YQ==", "SHA512-YQ", "", "md5-YQ==", "sha256", "xsha256-YQ"].map(checked)).toEqual([
		true,
		true,
		false,
		false,
		false,
		false,
	]);
	expect(generators).toEqual(["WordPress 5.2"]);
	expect(text).toContain("Hello");
});

test("a page of many references is cut, and markup across chunks is not lost", () => {
	const { references, complete } = readMarkup('<script src="/x.js"></script>'.repeat(2_000), "https://example.com/");
	expect(references).toHaveLength(500);
	expect(references.every(({ url }) => url === "https://example.com/x.js")).toBe(true);
	expect(complete).toBe(true);
});
