import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { questionsOf, template } from "#contract/assessments/template.ts";
import { createReadTemplate } from "#server/assurance/assessments/templates/read-template.ts";
import { createTemplateReaders } from "#server/assurance/assessments/templates/readers.ts";
import { xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";
import { zipOf } from "#server/platform/files/zip/zip-writer.ts";
import { everything, jsonOf, refusalOf, XLSX_TYPE } from "#tests/support/assessments/templates.ts";

const readers = createTemplateReaders();
afterAll(readers.close);
const read = createReadTemplate(readers);

describe("an XLSX file", () => {
	const FACT_ROWS = [
		["ID", "mine"],
		["Version", "1"],
		["Title", "Mine"],
		["About", "What it is for"],
		["Kind", "Visit"],
		["Source", "Our own"],
		["As of", "46350"],
	];
	const HEADS = ["Section", "Section title", "ID", "Question", "Type"];
	const sheet = (name: string, [heads, ...rows]: string[][]) => ({
		name,
		columns: (heads ?? []).map((head) => ({ head, width: 9 })),
		rows,
	});
	const workbook = (facts: string[][], questions: string[][]) =>
		xlsxFile(
			[sheet("Notes", [["x"]]), sheet("template ", [["Fact", "Value"], ...facts]), sheet("QUESTIONS", questions)],
			new Date("2026-01-01"),
		);
	const ONE = ["s", "S", "q", "Q?", "text"];

	test("made by hand is read: other sheets, few columns, empty rows, a title once, a day as spreadsheets keep it", async () => {
		const questions = [
			[...HEADS, "needs more", "Optional", "Choices"],
			["s", "S", "a", "A?", "Choice", "TRUE", "no", ""],
			["", "", "", "", "", "", "", ""],
			["", "", "b", "B?", "several", "", "1", "x = X\r\n\r\ny(NOT MET)=Y"],
			["t", "T", "c", "C?", "date", "", "0", ""],
		];
		expect(await read(await workbook(FACT_ROWS, questions), XLSX_TYPE)).toEqual(
			template.parse({
				id: "mine",
				version: 1,
				title: "Mine",
				about: "What it is for",
				kind: "visit",
				source: { title: "Our own" },
				asOf: "2026-11-24",
				sections: [
					{
						id: "s",
						title: "S",
						questions: [
							{ id: "a", type: "choice", text: "A?", needsMore: true },
							{
								id: "b",
								type: "several",
								text: "B?",
								optional: true,
								choices: [
									{ id: "x", label: "X" },
									{ id: "y", label: "Y", met: "no" },
								],
							},
						],
					},
					{ id: "t", title: "T", questions: [{ id: "c", type: "date", text: "C?" }] },
				],
			}),
		);
	});

	test("is refused with everything that is wrong in it, by row and column", async () => {
		const facts = [
			...FACT_ROWS.filter(([name]) => name !== "Title" && name !== "As of"),
			["Titel", "Mine"],
			["As of", "today"],
			["ID", "again"],
		];
		const questions = [
			[...HEADS, "Choices", "Show if", "From", "Optional", "Unit", "Remarks", "Controls"],
			[...ONE],
			["s", "Another", "q", "", "essay"],
			["S 2", "", "n", "N?", "number", "", "q", "many", "maybe"],
			["", "", "c", "C?", "choice", "yes = Yes\nno", "", "", "", "days"],
			["", "", "d", "D?", "several", "a (fine) = A", "", "", "", "", "", "VM-01; VM-1"],
		];
		expect(await refusalOf(read(await workbook(facts, questions), XLSX_TYPE))).toEqual({
			message: "16 things in it have to be changed first.",
			faults: [
				"Questions, row 1: There is no column “Remarks”.",
				"Questions, row 3, Section title: The section “s” has another title above.",
				"Questions, row 3, Type: A question is one of choice, several, text, number, date, photo, signature, place, asset-tag.",
				"Questions, row 4, From: Please put in a number.",
				"Questions, row 4, Optional: Please put in yes, or leave it empty.",
				"Questions, row 4, Section: An ID is made of small letters, digits, dots and hyphens.",
				"Questions, row 4, Section title: Please give the section’s title.",
				"Questions, row 4, Show if: Please put in a question’s ID, an equals sign and its choices, as in: backups = yes, partly",
				"Questions, row 5, Choices: Line 2 is no choice. Write each as in: yes (met) = Yes",
				"Questions, row 5, Unit: This does not belong here.",
				"Questions, row 6, Choices: Line 1 is no choice. Write each as in: yes (met) = Yes",
				"Questions, row 6, Controls: A control looks like VM-01.",
				"Template, row 7: There is no fact “Titel”.",
				"Template, row 8, As of: Please give the day as YYYY-MM-DD.",
				"Template, row 9: “ID” is there twice.",
				"Template, Title: Please give a title.",
			],
		});
	});

	test("is refused for what only shows when all questions are read", async () => {
		const questions = [
			[...HEADS, "Show if", "Controls"],
			["s", "S", "a", "A?", "choice", "b = yes", ""],
			["s", "S", "b", "B?", "choice", "a = maybe", "ZZ-99, ZZ-99"],
			["t", "T", "c", "C?", "text", "", ""],
			["s", "S", "a", "D?", "text", "", ""],
		];
		expect(await refusalOf(read(await workbook(FACT_ROWS, questions), XLSX_TYPE))).toEqual({
			message: "5 things in it have to be changed first.",
			faults: [
				"Questions, row 2: It depends on “b”, and no question above it has that ID.",
				"Questions, row 3: It depends on the choice “maybe”, which “a” does not offer.",
				"Questions, row 3: There is no control “ZZ-99”.",
				"Questions, row 5: The section “s” is there twice.",
				"Questions, row 5: The question “a” is there twice.",
			],
		});
	});

	/** With these sheets as they are written in the file. */
	const raw = (questions: string, more: Record<string, string> = {}) => {
		const cells = (texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
		const rows = (all: string[][]) => all.map((texts) => `<row>${cells(texts)}</row>`).join("");
		const parts = {
			"xl/workbook.xml":
				'<workbook xmlns:q="r"><sheets><sheet name="Template" q:id="r1"/><sheet name="Questions" q:id="r2"/></sheets></workbook>',
			"xl/_rels/workbook.xml.rels":
				'<Relationships><Relationship Id="r1" Target="a.xml"/><Relationship Id="r2" Target="b.xml"/></Relationships>',
			"xl/a.xml": `<worksheet>${rows([["Fact", "Value"], ...FACT_ROWS])}</worksheet>`,
			"xl/b.xml": questions.replace("HEADS", rows([HEADS])).replace("ONE", rows([ONE])),
			...more,
		};
		const entries = async function* () {
			for (const [path, content] of Object.entries(parts)) yield { path, content: Buffer.from(content) };
		};
		return buffer(zipOf(entries()));
	};

	test("with formulas and merged cells is refused with their cells", async () => {
		const file = await raw(
			`<worksheet>HEADS ONE<row><c r="D3"><f>A1&amp;"?"</f><v>s?</v></c></row>
			 <mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`,
		);
		const { faults } = await refusalOf(read(file, XLSX_TYPE));
		expect(faults).toContain("Questions, A2:A3: These cells are merged. Please split them.");
		expect(faults).toContain("Questions, D3: This cell holds a formula. Please put in its value.");
	});

	test("with merged cells without end is refused with the first of them", async () => {
		const merged = Array.from({ length: 400_000 }, (_, at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`).join("");
		const file = await raw(`<worksheet>HEADS ONE${merged}</worksheet>`);
		const { message, faults } = await refusalOf(read(file, XLSX_TYPE));
		expect(message).toBe("More than 100 things in it have to be changed first.");
		expect(faults).toHaveLength(100);
		expect(faults[0]).toBe("Questions, A1:B1: These cells are merged. Please split them.");
	}, 30_000);

	test("of another program is read: cells without names, texts in one list", async () => {
		const file = await raw(
			`<worksheet>HEADS<row>${[0, 1, 2, 3, 4].map((at) => `<c t="s"><v>${at}</v></c>`).join("")}</row></worksheet>`,
			{ "xl/sharedStrings.xml": `<sst>${ONE.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>` },
		);
		expect(questionsOf(await read(file, XLSX_TYPE)).map(({ id }) => id)).toEqual(["q"]);
	});

	test("cannot bring characters that hide: they become spaces", async () => {
		const file = await raw(
			'<worksheet>HEADS<row><c t="inlineStr"><is><t>s</t></is></c><c t="inlineStr"><is><t>S_x0000_T</t></is></c><c t="inlineStr"><is><t>q</t></is></c><c t="inlineStr"><is><t>Why&#10;_x001B_?</t></is></c><c t="inlineStr"><is><t>text</t></is></c></row></worksheet>',
		);
		const [section] = (await read(file, XLSX_TYPE)).sections;
		expect([section?.title, section?.questions[0]?.text]).toEqual(["S T", "Why ?"]);
	});

	test.each<[string, () => Buffer | Promise<Buffer>, string]>([
		["no file at all", () => Buffer.from("PK"), "not an XLSX file"],
		["a JSON file", () => jsonOf(everything), "not an XLSX file"],
		["macros", () => raw("<worksheet>HEADS ONE</worksheet>", { "xl/vbaProject.bin": "a" }), "It contains macros."],
		["entities of its own", () => raw('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "entities of its own"],
		["broken XML", () => raw("<a><b></a>"), "It is damaged"],
		["a bomb", () => raw(`<a>${" ".repeat(30_000_000)}</a>`), "packed to do harm"],
		["more than it may unpack to", () => raw(`<a>${noise(25_000_000)}</a>`), "unpacks to more than 20 MB"],
		[
			"more rows than there can be questions",
			() => raw(`<a>${"<row><c><v>1</v></c></row>".repeat(2_001)}</a>`),
			"more than 2,000 rows",
		],
		[
			"no sheet with questions",
			() => xlsxFile([sheet("Template", [["a"]])], new Date("2026-01-01")),
			"It has no sheet “Questions”.",
		],
		[
			"no column for types",
			() => workbook(FACT_ROWS, [["Section", "Section title", "ID", "Question"]]),
			"has no column “Type”",
		],
		["no rows", () => workbook(FACT_ROWS, [HEADS]), "One thing in it has to be changed first."],
		["50 MB", () => Buffer.alloc(50_000_000), "It is larger than 5.0 MB."],
	])("of %s is refused as a whole", async (_what, make, why) => {
		expect((await refusalOf(read(await make(), XLSX_TYPE))).message).toContain(why);
	});
});

/** Text that packs to about a fiftieth. */
function noise(length: number): string {
	const words = Array.from({ length: length / 64 }, (_, n) => String((n * 2_654_435_761) % 97).padEnd(64, "a"));
	return words.join("");
}
