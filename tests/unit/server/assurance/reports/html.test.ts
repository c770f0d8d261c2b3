import fc from "fast-check";
import { parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { html, trusted } from "#server/platform/texts/html.ts";
import { visibleLine, visibleText } from "#server/platform/texts/visible-text.ts";
import { HOSTILE } from "./samples.ts";

describe("html", () => {
	it.each(HOSTILE)("keeps %j one piece of text in an element and in a quoted attribute", (text) => {
		const fragment = parseFragment(html`<p title="${text}">${text}</p>`.toString());
		expect(fragment.childNodes).toHaveLength(1);
		const [paragraph] = fragment.childNodes;
		if (paragraph === undefined || !("attrs" in paragraph)) throw new Error("no element");
		expect(paragraph.attrs).toEqual([{ name: "title", value: visibleText(text) }]);
		expect(paragraph.childNodes).toMatchObject([{ nodeName: "#text", value: visibleText(text) }]);
	});

	it("reads back any text as what visibleText says, never as markup", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
				const fragment = parseFragment(html`<b>${text}</b>`.toString());
				const [bold] = fragment.childNodes;
				const inside = bold !== undefined && "childNodes" in bold ? bold.childNodes : [];
				expect(inside.map((node) => ("value" in node ? node.value : node.nodeName)).join("")).toBe(visibleText(text));
			}),
		);
	});

	it("escapes all five characters that can end text or an attribute of either quote", () => {
		expect(html`${`&<>"'`}`.toString()).toBe("&amp;&lt;&gt;&quot;&#39;");
	});

	it("nests templates, joins lists, writes numbers, and leaves undefined out", () => {
		const items = ["<a>", 2].map((value) => html`<li>${value}</li>`);
		expect(html`<ul>${items}${undefined}</ul>`.toString()).toBe("<ul><li>&lt;a&gt;</li><li>2</li></ul>");
	});

	it("lets markup through only where it is trusted by name", () => {
		expect(html`${trusted("<hr>")}${"<hr>"}`.toString()).toBe("<hr>&lt;hr&gt;");
	});

	it("does not take an object that merely looks trusted", () => {
		const forged = { toString: () => "<script>" };
		// @ts-expect-error only strings, numbers, lists and trusted markup are values
		expect(() => html`${forged}`).toThrow();
	});
});

describe("unseen characters", () => {
	it("are named, so that no one reads a reversed or hidden text", () => {
		expect(visibleText("a\u202Eb\u200Bc\u001Bd\u007Fe\u0085f\u{E0041}g\u3164h\uD800i\uFFF9")).toBe(
			"a⟨U+202E⟩b⟨U+200B⟩c␛d␡e⟨U+0085⟩f⟨U+E0041⟩g⟨U+3164⟩h⟨U+D800⟩i⟨U+FFF9⟩",
		);
	});

	it("leave lines and tabs to evidence, and name them where one line is meant", () => {
		expect(visibleText("a\n\tb")).toBe("a\n\tb");
		expect(visibleLine("a\r\n\tb\u2028c")).toBe("a␍␊␉b⟨U+2028⟩c");
	});

	it("are the only ones touched", () => {
		const plain = "Zażółć gęślą jaźń, नमस्ते, مرحبا, 東京 – “ok” 🙂";
		expect(visibleLine(plain)).toBe(plain);
	});
});
