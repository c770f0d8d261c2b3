import { expect, test } from "vitest";
import type { Block } from "#server/platform/paper/document/document.ts";
import { sectionsInShort } from "#server/platform/paper/document/sections-in-short.ts";

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
	expect(paragraphsOf(table(["What", "High", "All"], [["New", "2", "3"]]))).toEqual(["New\nHigh: 2\nAll: 3"]);
});

test("fields with nothing in them are left out", () => {
	expect(paragraphsOf(table(["Host", "Label", "Scan"], [[{ mono: "a.example" }, "–", ""]]))).toEqual(["a.example"]);
});

test("a problem says all that its line opens to, and sections for paper alone are left out", () => {
	const problem = (mark: string): Block => ({
		type: "problem",
		mark,
		rule: "r",
		severity: "high",
		title: "No `x`",
		where: { first: "a.example:443/", more: 2 },
		findings: 3,
		facts: ["Confidence high", { text: "CWE-1", href: "https://cwe.example" }],
		decisions: [],
		seen: [{ where: "a.example:443/", evidence: [{ source: "s", text: "x".repeat(700) }] }],
		unseen: 2,
		voices: [
			{ reader: "owner", why: "Owner why.", fix: "Owner fix." },
			{ reader: "engineer", why: "Engineer why.", fix: "Engineer fix." },
		],
	});
	const blocks = Array.from({ length: 70 }, (_, index) => problem(`H${index + 1}`));
	const base = { kind: "", title: "", name: "", meta: [], description: "", generatedAt: "", author: "" };
	const [section, ...others] = sectionsInShort({
		...base,
		sections: [
			{ id: "high", heading: "High", severity: "high", blocks },
			{ id: "index", heading: "In short", only: "paper", blocks: [] },
		],
	});
	expect(others).toEqual([]);
	expect(section?.problems).toHaveLength(60);
	expect(section?.paragraphs).toEqual(["And 10 more in the report itself."]);
	expect(section?.problems?.[0]).toEqual({
		mark: "H1",
		severity: "high",
		title: "No `x`",
		where: { first: "a.example:443/", more: 2 },
		why: { owner: "Owner why.", engineer: "Engineer why." },
		fix: { owner: "Owner fix.", engineer: "Engineer fix." },
		evidence: [{ source: "s", text: `${"x".repeat(599)}…` }],
		facts: ["Confidence high", "CWE-1"],
	});
});

test("a screen shows the first twelve and says how many follow", () => {
	const rows = Array.from({ length: 15 }, (_, index) => [String(index)]);
	expect(paragraphsOf(table(["Number"], rows))?.at(-1)).toBe("And 3 more in the report itself.");
});
