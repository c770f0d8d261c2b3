import { expect, test } from "vitest";
import type { UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import {
	columnLabel,
	countsText,
	mappingOf,
	tableUseText,
	usedFor,
} from "#src/features/questionnaires/tables/table-words.ts";

const column = (at: number, head: string, sample = "") => ({ column: at, name: "ABCDE"[at] ?? "", head, sample });
const table = (more: Partial<UnderstoodTable> = {}): UnderstoodTable => ({
	shape: "a",
	place: "Form",
	columns: [column(0, "#", "1"), column(1, "Question", "Do you?"), column(2, "Response"), column(3, "", "")],
	layout: "columns",
	use: { use: "questions", question: 1, answer: 2, comments: null, firstRow: null },
	by: "finder",
	why: "",
	counts: { questions: 12, sections: 3, lists: 0, notTaken: 0 },
	...more,
});

test.each([
	[column(1, "Question"), "B, Question"],
	[column(1, "", "Vaatimus"), "B, “Vaatimus”"],
	[column(1, "", `${"long ".repeat(20)}`), `B, “${"long ".repeat(8).trimEnd()}…”`],
	[column(3, ""), "D, empty"],
])("a column is named by its letter and what it holds: %#", (given, label) => {
	expect(columnLabel(given)).toBe(label);
});

test("a table says which columns hold what, and how much was found in it", () => {
	expect(tableUseText(table())).toBe("Questions in B, Question; answers in C, Response.");
	const more = { question: 1, answer: 9, comments: 3, firstRow: null };
	expect(tableUseText(table({ use: { use: "questions", ...more } }))).toBe(
		"Questions in B, Question; answers in a new column; comments in D, empty.",
	);
	expect(tableUseText(table({ layout: "beneath" }))).toBe("Each answer goes into the row below its question.");
	expect(tableUseText(table({ use: { use: "nothing" } }))).toBe("Left out.");
	expect(countsText(table())).toBe("12 questions, 3 sections.");
	expect(countsText(table({ counts: { questions: 1, sections: 0, lists: 1, notTaken: 2 } }))).toBe(
		"1 question, 1 with a list; 2 rows left out.",
	);
	expect(countsText(table({ counts: { questions: 0, sections: 0, lists: 0, notTaken: 0 } }))).toBe(
		"No question recognized.",
	);
});

test("a table that was left out begins with its first words and the column beside them; one that is used stays as it is", () => {
	const words = [column(0, "", "1"), column(1, "", "Salasanat tallennetaan"), column(2, "", "")];
	expect(usedFor(table({ columns: words, use: { use: "nothing" } }))).toMatchObject({ question: 1, answer: 2 });
	expect(usedFor(table())).toEqual(table().use);
	const use = { use: "nothing" } as const;
	expect(mappingOf([table(), table({ shape: "b", by: "person", use })])).toEqual({ b: use });
});
