import { describe, expect, it } from "vitest";
import { scannerInfoPage } from "#server/app/pages/scanner-info-page.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import { darkToken, lightToken, tokenStyles } from "#server/platform/paper/pages/tokens.ts";
import { pageTree } from "./page-tree.ts";
import { HOSTILE } from "./samples.ts";

describe("a notice page", () => {
	it("holds its words, and a form or a link only where one is given", () => {
		const bare = pageTree(noticePage({ title: "Gone", paragraphs: ["The report was deleted."] }));
		expect(bare.tags("h1").map(bare.text)).toEqual(["Gone"]);
		expect(bare.tags("form")).toEqual([]);
		const asking = pageTree(
			noticePage({
				title: "Stop?",
				paragraphs: ["One.", "Two."],
				form: { action: "/not-me/x?a=1&b=2", label: "Stop" },
				link: { href: "/", label: "Home" },
			}),
		);
		const [form] = asking.tags("form");
		expect(form && asking.attribute(form, "action")).toBe("/not-me/x?a=1&b=2");
		expect(asking.tags("button").map(asking.text)).toEqual(["Stop"]);
	});

	it.each(HOSTILE)("shows %j as text", (text) => {
		const tree = pageTree(noticePage({ title: text, paragraphs: [text] }));
		expect(tree.tags("script")).toEqual([]);
		expect(tree.tags("img")).toEqual([]);
	});
});

describe("the page about the scanner", () => {
	const tree = pageTree(
		scannerInfoPage({
			userAgent: "Plumbline/1 (+x)",
			publicUrl: "https://plumbline.example",
			email: "ops@plumbline.example",
		}),
	);
	const text = tree.tags("main").map(tree.text).join("");

	it("says how to recognize the scanner, what it sends and where it stops", () => {
		for (const part of [
			"Plumbline/1 (+x)",
			"at most 60 TLS handshakes",
			"at most 10 pages in all, two at a time, and at most 20 requests besides the first page",
			"the group for Plumbline or",
			"80, 443, 8080 and 8443",
			"/.git/HEAD",
			"Private, loopback",
		])
			expect(text).toContain(part);
	});

	it("says how to let the scanner through a wall", () => {
		expect(text).toContain("allow the user agent above in your wall, from the address that your logs show for it");
	});

	it("says how to opt out and that an opt-out ends", () => {
		expect(text).toContain("the day the opt-out ends");
		expect(tree.attributes).toContainEqual({ name: "href", value: "mailto:ops@plumbline.example" });
	});

	it("may be indexed", () => {
		expect(tree.tags("meta").some((meta) => tree.attribute(meta, "name") === "robots")).toBe(false);
	});
});

describe("tokens", () => {
	it("are read from the one stylesheet, in both themes, with dark for screens alone", () => {
		expect(lightToken("ink")).not.toBe(darkToken("ink"));
		expect(tokenStyles).toContain("@media screen and (prefers-color-scheme: dark)");
		expect(() => lightToken("nope")).toThrow("--nope");
	});
});
