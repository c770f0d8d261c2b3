import { describe, expect, test } from "vitest";
import type { TableUse, UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { AS_FOUND } from "#server/assurance/questionnaires/file/found.ts";
import { keepAnswers } from "#server/assurance/questionnaires/keep-answers.ts";
import { textOfPart } from "#tests/support/questionnaires/check-package.ts";
import { listedWorkbook } from "#tests/support/questionnaires/listed-workbook.ts";
import { cell, documentParts, documentTable, paragraph, zipFile } from "#tests/support/questionnaires/office-files.ts";
import { startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const use = (
	question: number,
	answer: number,
	more: Partial<Extract<TableUse, { use: "questions" }>> = {},
): TableUse => ({
	use: "questions",
	question,
	answer,
	comments: null,
	firstRow: null,
	...more,
});
const shapeOf = (tables: readonly UnderstoodTable[], place: string): string =>
	tables.find((table) => table.place === place)?.shape ?? "";

const ASKED = [
	["#", "Question", "Response", "Comments"],
	["", "Access", "", ""],
	["1", "Do you review access rights?", "", ""],
	["2", "Do you use two factors?", "", ""],
	["", "Data", "", ""],
	["3", "Do you encrypt data?", "", ""],
];

test("a file says how it was understood: its tables, their columns, and how much was found in each", async () => {
	const file = await listedWorkbook([
		{ name: "Read me", rows: [["Do you have questions?"], ["Do you need more time?"]] },
		{ name: "Form", rows: ASKED, validations: [{ at: "C3:C6", formula: '"Yes,No"' }] },
		{ name: "Hidden", state: "hidden", rows: ASKED.slice(0, 3) },
	]);
	const { tables } = await readQuestionnaire(file, "xlsx");
	expect(tables).toMatchObject([
		{ place: "Read me", use: { use: "nothing" }, why: expect.stringContaining("looks like instructions") },
		{
			place: "Form",
			layout: "columns",
			use: { use: "questions", question: 1, answer: 2, comments: 3 },
			by: "finder",
			why: "",
			counts: { questions: 3, sections: 2, lists: 3, notTaken: 0 },
		},
		{ place: "Hidden", use: { use: "nothing" }, why: expect.stringContaining("is hidden") },
	]);
	expect(tables[1]?.columns).toEqual([
		{ column: 0, name: "A", head: "#", sample: "1" },
		{ column: 1, name: "B", head: "Question", sample: "Access" },
		{ column: 2, name: "C", head: "Response", sample: "" },
		{ column: 3, name: "D", head: "Comments", sample: "" },
		{ column: 4, name: "E", head: "", sample: "" },
	]);
});

describe("what a person says about a table counts", () => {
	test("other columns hold the questions and the answers", async () => {
		const file = await listedWorkbook([{ name: "Form", rows: ASKED }]);
		const { tables } = await readQuestionnaire(file, "xlsx");
		const mapping = { [shapeOf(tables, "Form")]: use(1, 3) };
		const mended = await readQuestionnaire(file, "xlsx", mapping);
		expect(mended.questions).toHaveLength(3);
		expect(mended.tables).toMatchObject([{ by: "person", use: { answer: 3, comments: null } }]);
		const filled = await fillQuestionnaire(file, "xlsx", new Map([["1!B3", { answer: "Yes.", sources: "" }]]), {
			...AS_FOUND,
			mapping,
		});
		expect(textOfPart(filled, "xl/worksheets/sheet1.xml")).toContain(cell("D3", "Yes."));
	});

	test("a table is left out, and another one taken, even in a hidden sheet or one of instructions", async () => {
		const file = await listedWorkbook([
			{ name: "Form", rows: ASKED },
			{ name: "Hidden", state: "hidden", rows: ASKED.slice(0, 3) },
		]);
		const { tables } = await readQuestionnaire(file, "xlsx");
		const mended = await readQuestionnaire(file, "xlsx", {
			[shapeOf(tables, "Form")]: { use: "nothing" },
			[shapeOf(tables, "Hidden")]: use(1, 2),
		});
		expect(mended.questions.map(({ id }) => id)).toEqual(["2!B3"]);
		expect(mended.tables.map(({ place, by, use }) => [place, by, use.use])).toEqual([
			["Form", "person", "nothing"],
			["Hidden", "person", "questions"],
		]);
	});

	test("a sheet in which nothing was found has them from the row that the person names", async () => {
		const rows = [
			["Lomake", "2026"],
			["Palauta perjantaina", ""],
			["Vaatimus", "Selvitys"],
			["Salasanat tallennetaan tiivisteinä", ""],
			["Tiedot salataan levossa", ""],
		];
		const file = await listedWorkbook([{ name: "Lomake", rows }]);
		const { tables } = await readQuestionnaire(
			await listedWorkbook([
				{ name: "Form", rows: ASKED },
				{ name: "Lomake", rows },
			]),
			"xlsx",
		);
		const found = await readQuestionnaire(file, "xlsx", { [shapeOf(tables, "Lomake")]: use(0, 1, { firstRow: 4 }) });
		expect(found.questions.map(({ id, text }) => [id, text])).toEqual([
			["1!A4", "Salasanat tallennetaan tiivisteinä"],
			["1!A5", "Tiedot salataan levossa"],
		]);
	});

	test("and is known again in the next file of the same form, not in another of the same name", async () => {
		const first = await listedWorkbook([{ name: "Form", rows: ASKED }]);
		const { tables } = await readQuestionnaire(first, "xlsx");
		const mapping = { [shapeOf(tables, "Form")]: use(1, 3) };
		const next = await listedWorkbook([
			{ name: "Form", rows: [ASKED[0] ?? [], ["1", "Do you test restoring backups?", "", ""]] },
		]);
		expect((await readQuestionnaire(next, "xlsx", mapping)).tables[0]).toMatchObject({
			by: "person",
			use: { answer: 3 },
		});
		const other = await listedWorkbook([
			{
				name: "Form",
				rows: [
					["Question", "Guidance", "Answer"],
					["Do you test restoring backups?", "", ""],
				],
			},
		]);
		expect((await readQuestionnaire(other, "xlsx", mapping)).tables[0]).toMatchObject({
			by: "finder",
			use: { question: 0, answer: 2 },
		});
	});

	test("in a document all tables under the same headings are one", async () => {
		const table = (...questions: string[]) =>
			documentTable([
				[paragraph("Question"), paragraph("Guidance"), paragraph("Answer")],
				...questions.map((text) => [paragraph(text), paragraph(""), paragraph("")]),
			]);
		const file = await zipFile(
			documentParts(table("Do you encrypt data?") + table("Do you test backups?", "Who does?")),
		);
		const { tables } = await readQuestionnaire(file, "docx");
		expect(tables).toMatchObject([{ place: "Table 1 and 1 more", counts: { questions: 3 } }]);
		const mapping = { [tables[0]?.shape ?? ""]: use(0, 1) };
		const filled = await fillQuestionnaire(file, "docx", new Map([["t2r3", { answer: "Ada.", sources: "" }]]), {
			...AS_FOUND,
			mapping,
		});
		expect(textOfPart(filled, "word/document.xml")).toMatch(/Who does\?.*?<\/w:tc><w:tc>.*?Ada\..*?<\/w:tc><w:tc>/);
	});
});

describe("answers stay with their questions when a file is read again", () => {
	const asked = (id: string, text: string, section = "") => ({ id, section, text });
	const kept = (before: ReturnType<typeof asked>[], now: ReturnType<typeof asked>[]) => {
		const { questions, lost } = keepAnswers(
			before.map((each) => ({ ...each, said: each.id })),
			now,
		);
		return [questions.map(({ said }) => said), lost.map(({ id }) => id)];
	};

	test.each<[string, ReturnType<typeof asked>[], ReturnType<typeof asked>[], unknown[]]>([
		["in the same place", [asked("1", "A?"), asked("2", "B?")], [asked("1", "A?"), asked("2", "B?")], [["1", "2"], []]],
		["moved by a new row", [asked("1", "A?")], [asked("1", "New?"), asked("2", "a?  ")], [[null, "1"], []]],
		[
			"with one text in two sections that changed places",
			[asked("1", "Who?", "Access"), asked("2", "Who?", "Data")],
			[asked("3", "Who?", "Data"), asked("4", "Who?", "Access")],
			[["2", "1"], []],
		],
		["asked once where it was asked twice", [asked("1", "A?"), asked("2", "A?")], [asked("2", "A?")], [["2"], ["1"]]],
		["whose words changed", [asked("1", "A?")], [asked("1", "A or B?")], [[null], ["1"]]],
	])("%s", (_how, before, now, expected) => {
		expect(kept(before, now)).toEqual(expected);
	});
});
