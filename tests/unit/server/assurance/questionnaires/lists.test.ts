import { describe, expect, test } from "vitest";
import { textOfPart } from "#tests/support/questionnaires/check-package.ts";
import { listedWorkbook } from "#tests/support/questionnaires/listed-workbook.ts";
import { cell } from "#tests/support/questionnaires/office-files.ts";
import { startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const FORM = [["Question", "Response", "Comments"], ["Do you encrypt data at rest?"], ["Do you review access rights?"]];
const ALONE = FORM.map(([question = "", answer = ""]) => [question, answer]);
const VALUES = { name: "Values", state: "hidden", rows: [["Yes"], ["No"], ["Not applicable"]] };

const listOf = async (file: Buffer): Promise<string[][]> => {
	const { questions, lists } = await readQuestionnaire(file, "xlsx");
	return questions.map(({ list }) => (list === null ? [] : (lists[list] ?? [])));
};
const form = (formula: string, names: Record<string, string> = {}, others = [VALUES], more: object = {}) =>
	listedWorkbook([{ name: "Form", rows: FORM, validations: [{ at: "B2:B3", formula, ...more }] }, ...others], names);

describe("a list is read wherever its values are", () => {
	const YES_NO = ["Yes", "No", "Not applicable"];
	test.each<[string, string, Record<string, string>, object?]>([
		["in the cell itself", '"Yes,No, Not applicable"', {}],
		["on another sheet", "Values!$A$1:$A$3", {}],
		["on another sheet, as spreadsheets of today write it", "Values!$A$1:$A$3", {}, { isNew: true }],
		["in a whole column", "Values!$A:$A", {}],
		["under a name", "YesNo", { YesNo: "Values!$A$1:$A$3" }],
		["under a name for a name", "YesNo", { YesNo: "Other", Other: "'Values'!$A$1:$A$3" }],
		["by a name in quotes", 'INDIRECT("yesno")', { YesNo: "Values!$A$1:$A$3" }],
	])("%s", async (_where, formula, names, more = {}) => {
		expect(await listOf(await form(formula, names, [VALUES], more))).toEqual([YES_NO, YES_NO]);
	});

	test("where each row has the next cells, because the reference moves along", async () => {
		const values = { name: "Values", state: "hidden", rows: [["Yes"], ["No"], ["Daily"], ["Weekly"]] };
		expect(await listOf(await form("Values!A1:A2", {}, [values]))).toEqual([
			["Yes", "No"],
			["No", "Daily"],
		]);
	});

	test("on a sheet whose name has blanks and quotes, each value once, without the invitation to choose", async () => {
		const values = { name: "It's a list", state: "hidden", rows: [["Select…"], ["Yes"], [""], ["Yes"], ["No"]] };
		expect(await listOf(await form("'It''s a list'!$A$1:$A$9", {}, [values]))).toEqual([
			["Yes", "No"],
			["Yes", "No"],
		]);
	});

	test("in a column of a table, by its name or through another one", async () => {
		const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
		const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
		const table = `<table xmlns="${MAIN}" id="1" name="Table1" displayName="Answers" ref="A1:B4"><tableColumns count="2"><tableColumn id="1" name="Allowed answer"/><tableColumn id="2" name="Points"/></tableColumns></table>`;
		const parts = {
			"xl/worksheets/_rels/sheet2.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/table" Target="../tables/table1.xml"/></Relationships>`,
			"xl/tables/table1.xml": table,
		};
		const values = {
			name: "It's",
			state: "hidden",
			rows: [
				["Allowed answer", "Points"],
				["Yes", "1"],
				["No", "0"],
				["N/A", ""],
			],
		};
		for (const [formula, names] of [
			["YesNo", { YesNo: "Answers[Allowed answer]" }],
			['INDIRECT("Answers[Allowed answer]")', {}],
		] as const) {
			const form = { name: "Form", rows: FORM, validations: [{ at: "B2:B3", formula }] };
			expect(await listOf(await listedWorkbook([form, values], names, parts))).toEqual([
				["Yes", "No", "N/A"],
				["Yes", "No", "N/A"],
			]);
		}
	});

	test("with five thousand values, and none of them if there are more", async () => {
		const many = (count: number) => ({
			name: "Values",
			state: "hidden",
			rows: Array.from({ length: count }, (_, at) => [`Value ${at}`]),
		});
		expect((await listOf(await form("Values!$A$1:$A$9999", {}, [many(5_000)])))[0]).toHaveLength(5_000);
		expect((await listOf(await form("Values!$A$1:$A$9999", {}, [many(5_001)])))[0]).toEqual([]);
	});
});

test.each<[string, string, Record<string, string>]>([
	["depends on another cell", "INDIRECT(A2)", {}],
	["refers to itself", "Loop", { Loop: "Pool", Pool: "Loop" }],
	["refers to a sheet that is not there", "Gone!$A$1:$A$3", {}],
	["refers to another file", "[1]Values!$A$1:$A$3", {}],
])(
	"a list that %s is not guessed: the text goes beside it, and without a cell beside it the row is named",
	async (_why, formula, names) => {
		const file = await form(formula, names);
		const { questions, lists } = await readQuestionnaire(file, "xlsx");
		expect(lists).toEqual([]);
		expect(questions).toMatchObject([
			{ list: null, hasText: true },
			{ list: null, hasText: true },
		]);
		const filled = await fillQuestionnaire(file, "xlsx", new Map([["1!A2", { answer: "Yes. AES.", sources: "" }]]));
		const sheet = textOfPart(filled, "xl/worksheets/sheet1.xml");
		expect(sheet).toContain(cell("C2", "Yes. AES."));
		expect(sheet).not.toContain('r="B2"');

		const alone = await listedWorkbook(
			[{ name: "Form", rows: ALONE, validations: [{ at: "B2:B3", formula }] }, VALUES],
			names,
		);
		const { notTaken } = await readQuestionnaire(alone, "xlsx");
		expect(notTaken.map(({ place, why }) => [place, why.slice(0, 70)])).toEqual(
			[2, 3].map((no) => [`Form, row ${no}`, "Its answer cell accepts only values of a list that cannot be read, and"]),
		);
	},
);

test("numbers of a list are written as numbers and true or false as such, or formulas would not count them", async () => {
	const numbers =
		'<sheetData><row r="1"><c r="A1"><v>0</v></c></row><row r="2"><c r="A2"><v>5</v></c></row><row r="3"><c r="A3" t="b"><v>1</v></c></row></sheetData>';
	const rows = [["Question", "Answer", "Comments"], ...[2, 3, 4, 5].map((no) => [`Do you have control ${no}?`])];
	const file = await listedWorkbook([
		{
			name: "Form",
			rows,
			validations: [
				{ at: "B2:B3", formula: "Values!$A$1:$A$3" },
				{ at: "B4", formula: '"1,2,3"' },
				{ at: "B5", from: 0, to: 3 },
			],
		},
		{ name: "Values", state: "hidden", rows: [], data: numbers },
	]);
	expect(await listOf(file)).toEqual([
		["0", "5", "TRUE"],
		["0", "5", "TRUE"],
		["1", "2", "3"],
		["0", "1", "2", "3"],
	]);
	const said = (choice: string) => ({ answer: "As described.", choice, sources: "" });
	const filled = await fillQuestionnaire(
		file,
		"xlsx",
		new Map([
			["1!A2", said("5")],
			["1!A3", said("TRUE")],
			["1!A4", said("2")],
			["1!A5", said("3")],
		]),
	);
	const sheet = textOfPart(filled, "xl/worksheets/sheet1.xml");
	expect(sheet).toContain('<c r="B2" t="n"><v>5</v></c>');
	expect(sheet).toContain('<c r="B3" t="b"><v>1</v></c>');
	expect(sheet).toContain('<c r="B4" t="n"><v>2</v></c>');
	expect(sheet).toContain('<c r="B5" t="n"><v>3</v></c>');
	expect(sheet).toContain(cell("C5", "As described."));
});

test("a text that only looks like a number stays one", async () => {
	const values = { name: "Values", state: "hidden", rows: [["1"], ["2"]] };
	const filled = await fillQuestionnaire(
		await form("Values!$A$1:$A$2", {}, [values]),
		"xlsx",
		new Map([["1!A2", { answer: "As described.", choice: "2", sources: "" }]]),
	);
	expect(textOfPart(filled, "xl/worksheets/sheet1.xml")).toContain(cell("B2", "2"));
});
