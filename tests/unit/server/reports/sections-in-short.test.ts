import { expect, test } from "vitest";
import type { Block } from "#server/reports/document/document.ts";
import { sectionsInShort } from "#server/reports/document/sections-in-short.ts";

const paragraphsOf = (...blocks: Block[]) =>
	sectionsInShort({
		kind: "",
		title: "",
		name: "",
		meta: [],
		description: "",
		generatedAt: "",
		author: "",
		sections: [{ id: "one", heading: "One", blocks }],
	})[0]?.paragraphs;

const table = (heads: string[], rows: Extract<Block, { type: "table" }>["rows"]): Block => ({
	type: "table",
	caption: "",
	columns: heads.map((head) => ({ head, share: 1 })),
	rows,
});

test("a row of a table says what it is about, and below it what each of its other fields is", () => {
	expect(
		paragraphsOf(
			table(["Severity", "What", "Hosts"], [[{ severity: "high" }, "No encryption", { mono: "a.example" }]]),
		),
	).toEqual(["High: No encryption\nHosts: a.example"]);
	expect(paragraphsOf(table(["What", "High", "All"], [["New", "2", "3"]]))).toEqual(["New\nHigh: 2 · All: 3"]);
});

test("fields with nothing in them are left out", () => {
	expect(paragraphsOf(table(["Host", "Label", "Scan"], [[{ mono: "a.example" }, "–", ""]]))).toEqual(["a.example"]);
});

test("a screen shows the first twelve and says how many follow", () => {
	const rows = Array.from({ length: 15 }, (_, index) => [String(index)]);
	expect(paragraphsOf(table(["Number"], rows))?.at(-1)).toBe("And 3 more in the report itself.");
});
