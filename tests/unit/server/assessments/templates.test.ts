import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { questionsOf, type Template, template } from "#contract/assessments/template.ts";
import { TEMPLATES } from "#contract/assessments/templates.ts";
import { HOW_TO } from "#server/assessments/templates/how-to.ts";
import { createReadTemplate, TemplateRefused } from "#server/assessments/templates/read-template.ts";
import { createTemplateReaders } from "#server/assessments/templates/readers.ts";
import { COLUMNS, FACTS } from "#server/assessments/templates/template-sheets.ts";
import { writeTemplate } from "#server/assessments/templates/write-template.ts";
import { readSheet, readStrings } from "#server/files/xlsx/read-xlsx.ts";
import { unpackXlsx } from "#server/files/xlsx/unpack-xlsx.ts";
import { xlsxFile } from "#server/files/xlsx/xlsx-file.ts";
import { zipOf } from "#server/files/zip/zip-writer.ts";

const JSON_TYPE = "application/json";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const readers = createTemplateReaders();
afterAll(readers.close);
const read = createReadTemplate(readers);

const json = (value: unknown): Buffer => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
const refusal = (file: Buffer, type: typeof JSON_TYPE | typeof XLSX_TYPE) =>
	read(file, type).then(
		() => expect.unreachable("It was taken."),
		(error: unknown) => {
			if (!(error instanceof TemplateRefused)) throw error;
			return { message: error.message, faults: error.faults.map(({ place, why }) => `${place}: ${why}`) };
		},
	);

/** Everything a question can have, and words that files are known to break. */
const everything: Template = template.parse({
	id: "everything",
	version: 7,
	title: '=SUM(A1) <b>&amp; "quotes"</b>',
	about: "Ünïcödé, 日本語, عربى, 👩🏽‍🔬, _x0041_ and ]]>",
	kind: "visit",
	source: { title: "-1+1", url: "https://example.org/a?b=c&d=<e>" },
	asOf: "1900-02-28",
	sections: [
		{
			id: "one",
			title: "One (met) = 1",
			questions: [
				{ id: "usual", type: "choice", text: "@usual?", needsMore: true, observed: "security-txt", optional: true },
				{
					id: "own.choices-2",
					type: "choice",
					text: "Which?",
					hint: "a = b (met)",
					controls: ["VM-01", "AC-02"],
					choices: [
						{ id: "a", label: "A = (not met)", met: "yes" },
						{ id: "b", label: "(met)", met: "partly" },
						{ id: "c", label: "x (partly met)", met: "no" },
						{ id: "d", label: "D;,|" },
					],
					showIf: { question: "usual", is: ["yes", "not-applicable"] },
				},
				{
					id: "several",
					type: "several",
					text: "?",
					choices: [
						{ id: "a", label: "=A" },
						{ id: "b", label: "B", met: "no" },
					],
				},
			],
		},
		{
			id: "two",
			title: "1",
			questions: [
				{ id: "number", type: "number", text: "7", unit: "°C", from: -0.1, to: 1e21, provision: "2026-01-01" },
				{ id: "number-from", type: "number", text: "8", from: 0 },
				...(["text", "date", "photo", "signature", "place", "asset-tag"] as const).map((type) => ({
					id: type,
					type,
					text: type,
				})),
			],
		},
	],
});

describe.each([...TEMPLATES, everything].map((each) => [each.id, each] as const))("%s", (_id, each) => {
	test("comes back as it was from JSON, from XLSX, and from one after the other", async () => {
		expect(await read(await writeTemplate(each, "json"), JSON_TYPE)).toEqual(each);
		const back = await read(await writeTemplate(each, "xlsx"), XLSX_TYPE);
		expect(back).toEqual(each);
		expect(await writeTemplate(back, "json")).toEqual(await writeTemplate(each, "json"));
	});

	test("is the same bytes each time, whatever the order in which a database kept its fields", async () => {
		const turned = turn(each) as Template;
		expect(Object.keys(turned)).not.toEqual(Object.keys(each));
		for (const format of ["json", "xlsx"] as const) {
			expect(await writeTemplate(turned, format)).toEqual(await writeTemplate(each, format));
		}
	});
});

const turn = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(turn);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.toReversed()
			.map(([key, inner]) => [key, turn(inner)]),
	);
};

test("a JSON file leaves out what goes without saying", async () => {
	const [first] = JSON.parse((await writeTemplate(everything, "json")).toString()).sections[1].questions.slice(1);
	expect(first).toEqual({ id: "number-from", text: "8", type: "number", from: 0 });
});

test("an XLSX file says how to fill it in: every fact that needs words, and every column", async () => {
	const { sheets, sharedStrings } = await unpackXlsx(await writeTemplate(everything, "xlsx"));
	expect(sheets.map(({ name }) => name)).toEqual(["Template", "Questions", "How to"]);
	const [facts, questions, help] = sheets.map(({ xml }) =>
		readSheet(xml, readStrings(sharedStrings), 1_000).rows.map(({ cells }) => cells.map(({ text }) => text)),
	);
	expect(facts?.slice(1).map(([name]) => name)).toEqual(Object.values(FACTS));
	expect(questions?.[0]).toEqual(Object.values(COLUMNS).map(({ head }) => head));
	expect(questions).toHaveLength(1 + questionsOf(everything).length);
	expect(help?.map(([part]) => part)).toEqual(expect.arrayContaining(Object.values(COLUMNS).map(({ head }) => head)));
	expect(HOW_TO.rows.every((row) => row.length === 2)).toBe(true);
});

describe("a JSON file", () => {
	const [section] = everything.sections;
	const withQuestions = (...questions: unknown[]) =>
		json({ ...everything, sections: [section, { id: "two", title: "Two", questions }] });

	test("may begin with a byte order mark", async () => {
		expect(await read(Buffer.concat([Buffer.from("\uFEFF"), json(everything)]), JSON_TYPE)).toEqual(everything);
	});

	test("is refused with everything that is wrong in it, and where", async () => {
		const file = withQuestions(
			{ id: "A B", type: "text", text: "" },
			{ id: "ok", type: "text", text: "Fine?", unit: "days", ["x".repeat(200)]: 1 },
			{ id: "n", type: "number", text: "N", from: "one" },
			{ id: "s", type: "several", text: "S", choices: [{ id: "a", label: "A" }, { id: "b" }] },
			{ id: "c", type: "choice", text: "C", needsMore: "yes", controls: ["VM1"], showIf: { question: "n", is: [] } },
			{ id: "e", type: "essay", text: "E" },
			"a text",
		);
		expect(await refusal(file, JSON_TYPE)).toEqual({
			message: "11 things in it have to be changed first.",
			faults: [
				"section 2, question 1, id: An ID is made of small letters, digits, dots and hyphens.",
				"section 2, question 1, text: Please give the question.",
				"section 2, question 2, unit: This does not belong here.",
				`section 2, question 2, ${"x".repeat(60)}: This does not belong here.`,
				"section 2, question 3, from: Please give a number.",
				"section 2, question 4, choice 2, label: Please give a label.",
				"section 2, question 5, controls, entry 1: A control looks like VM-01.",
				"section 2, question 5, needsMore: Please give true or false.",
				"section 2, question 5, showIf, is: Please give at least one choice.",
				"section 2, question 6, type: A question is one of choice, several, text, number, date, photo, signature, place, asset-tag.",
				"section 2, question 7: A question is one of choice, several, text, number, date, photo, signature, place, asset-tag.",
			],
		});
	});

	test("is refused for questions that name each other in a circle, that are missing, or that are there twice", async () => {
		const showIf = (question: string) => ({ showIf: { question, is: ["yes"] } });
		const file = withQuestions(
			{ id: "a", type: "choice", text: "A", ...showIf("b") },
			{ id: "b", type: "choice", text: "B", ...showIf("a") },
			{ id: "c", type: "choice", text: "C", ...showIf("nowhere") },
			{ id: "usual", type: "text", text: "D" },
		);
		expect(await refusal(file, JSON_TYPE)).toEqual({
			message: "3 things in it have to be changed first.",
			faults: [
				"section 2, question 1: It depends on “b”, and no question above it has that ID.",
				"section 2, question 3: It depends on “nowhere”, and no question above it has that ID.",
				"section 2, question 4: The question “usual” is there twice.",
			],
		});
	});

	test("cannot smuggle in fields of every object", async () => {
		const { faults } = await refusal(json(`{"__proto__":{"id":"a"},"id":"a","constructor":{}}`), JSON_TYPE);
		expect(faults).toContain("__proto__: This does not belong here.");
	});

	test("with more faults than anybody reads lists the first", async () => {
		const file = withQuestions(...Array.from({ length: 250 }, (_, n) => ({ id: `Q${n}`, type: "text", text: "Q" })));
		const { message, faults } = await refusal(file, JSON_TYPE);
		expect(message).toBe("More than 100 things in it have to be changed first.");
		expect(faults).toHaveLength(100);
	});

	test.each<[string, () => Buffer, string]>([
		["nothing", () => Buffer.alloc(0), "not valid JSON"],
		["half of a file", () => json(everything).subarray(0, 300), "not valid JSON"],
		["a list", () => json([]), "One thing in it has to be changed first."],
		["bytes that are no text", () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "neither UTF-8 nor UTF-16"],
		["brackets without end", () => json("[".repeat(1_000_000)), "not valid JSON"],
		[
			"a list in a list, without end",
			() => json(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`),
			"One thing in it has to be changed first.",
		],
		[
			"a million questions that are none",
			() => json(JSON.stringify(everything).replace(/"questions":\[/, `$&${"1,".repeat(1_000_000)}`)),
			"One thing in it has to be changed first.",
		],
		["50 MB", () => Buffer.alloc(50_000_000, " "), "It is larger than 5.0 MB."],
	])("of %s is refused as a whole", async (_what, make, why) => {
		expect((await refusal(make(), JSON_TYPE)).message).toContain(why);
	});
});

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
		expect(await refusal(await workbook(facts, questions), XLSX_TYPE)).toEqual({
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
			["s", "S", "b", "B?", "choice", "a = maybe", "ZZ-99"],
			["t", "T", "c", "C?", "text", "", ""],
			["s", "S", "a", "D?", "text", "", ""],
		];
		expect(await refusal(await workbook(FACT_ROWS, questions), XLSX_TYPE)).toEqual({
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
		const { faults } = await refusal(file, XLSX_TYPE);
		expect(faults).toContain("Questions, A2:A3: These cells are merged. Please split them.");
		expect(faults).toContain("Questions, D3: This cell holds a formula. Please put in its value.");
	});

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
		["a JSON file", () => json(everything), "not an XLSX file"],
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
		expect((await refusal(await make(), XLSX_TYPE)).message).toContain(why);
	});
});

/** Text that packs to about a fiftieth. */
function noise(length: number): string {
	const words = Array.from({ length: length / 64 }, (_, n) => String((n * 2_654_435_761) % 97).padEnd(64, "a"));
	return words.join("");
}
