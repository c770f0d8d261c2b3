import { randomBytes } from "node:crypto";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import {
	QUESTIONNAIRE_BYTES,
	QUESTIONNAIRE_TYPES,
	type QuestionnaireType,
} from "#contract/questionnaires/file-types.ts";
import { QuestionnaireRefused } from "#server/assurance/questionnaires/file/questionnaire-files.ts";
import { longestTurn } from "#tests/support/longest-turn.ts";
import { packageFaults, partsOf } from "#tests/support/questionnaires/check-package.ts";
import {
	cell,
	documentParts,
	documentTable,
	paragraph,
	sheetData,
	workbookParts,
	zipFile,
} from "#tests/support/questionnaires/office-files.ts";
import { answersFor, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const QUESTIONS = sheetData([["Question", "Answer"], ["Do you encrypt data?"]]);
const workbook = (more: Record<string, string | Buffer> = {}, sheet = QUESTIONS) =>
	zipFile({ ...workbookParts([{ name: "A", sheet }]), ...more });
const document = (body: string, more: Record<string, string | Buffer> = {}) => zipFile(documentParts(body, more));
const bytes = (text: string) => async () => Buffer.from(text);

const REFUSED: readonly (readonly [what: string, type: QuestionnaireType, make: () => Promise<Buffer>, why: string])[] =
	[
		["nothing", "xlsx", bytes(""), "It is not an XLSX file, or it is damaged"],
		["text that is called XLSX", "xlsx", bytes("Question,Answer\n"), "It is not an XLSX file"],
		[
			"a DOCX file that is called XLSX",
			"xlsx",
			() => document(paragraph("a")),
			"It is not an XLSX file. Please save it as XLSX.",
		],
		["an XLSX file that is called DOCX", "docx", () => workbook(), "It is not a DOCX file. Please save it as DOCX."],
		["an XLSX file that is called CSV", "csv", () => workbook(), "It is not a text file. Please save it as CSV."],
		[
			"a file with a password",
			"xlsx",
			async () => Buffer.from("d0cf11e0a1b11ae100000000", "hex"),
			"It has a password or is of an old format.",
		],
		[
			"the lock file of an editor",
			"xlsx",
			async () =>
				Buffer.concat([Buffer.from([5]), Buffer.from("Owner".padEnd(54)), Buffer.from("Owner".padEnd(55), "utf16le")]),
			"It is a lock file, which office programs keep beside a file while it is open.",
		],
		[
			"a workbook with macros",
			"xlsx",
			() => workbook({ "xl/vbaProject.bin": "macro" }),
			"It contains macros, which we do not take in. Please save it as XLSX without macros.",
		],
		[
			"a document with macros",
			"docx",
			() => document(paragraph("a"), { "word/vbaProject.bin": "macro" }),
			"It contains macros",
		],
		["macros of old", "xlsx", () => workbook({ "xl/macrosheets/sheet1.xml": "<a/>" }), "It contains macros"],
		["half of a file", "xlsx", async () => (await workbook()).subarray(0, 900), "damaged"],
		["a sheet that unpacks to far more", "xlsx", () => workbook({}, " ".repeat(30_000_000)), "packed to do harm"],
		["a document that unpacks to far more", "docx", () => document(" ".repeat(30_000_000)), "packed to do harm"],
		["sheets of 70 MB", "xlsx", () => workbook({}, `<a>${hex(33_000_000)}</a>`), "It unpacks to more than 60 MB."],
		["a document of 24 MB", "docx", () => document(paragraph(hex(12_000_000))), "Its text is longer than 20 MB."],
		[
			"a list of sheets of 2 MB",
			"xlsx",
			() => workbook({ "xl/workbook.xml": `<a>${hex(1_000_000)}</a>` }),
			"Its list of sheets is too long.",
		],
		[
			"a list of parts of 2 MB",
			"docx",
			() => document("", { "_rels/.rels": `<a>${hex(1_000_000)}</a>` }),
			"Its list of parts is too long.",
		],
		[
			"entities in a sheet",
			"xlsx",
			() => workbook({ "xl/worksheets/sheet1.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
			"It declares entities of its own",
		],
		[
			"entities in a document",
			"docx",
			() => document("", { "word/document.xml": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>' }),
			"It declares entities of its own",
		],
		[
			"entities among the parts",
			"docx",
			() => document("", { "_rels/.rels": "<!DOCTYPE a><a/>" }),
			"It declares entities of its own",
		],
		[
			"XML that breaks off",
			"xlsx",
			() => workbook({ "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" }),
			"It is damaged. Please save it again.",
		],
		[
			"XML that no text is",
			"docx",
			() => document("", { "word/document.xml": Buffer.from([0x3c, 0xff, 0xfe]) }),
			"neither UTF-8 nor UTF-16",
		],
		["elements without end", "xlsx", () => workbook({}, "<a>".repeat(10_000)), "It is nested too deeply."],
		[
			"tables without end",
			"docx",
			() => document(`${paragraph(hex(100_000))}${"<w:tbl><w:tr><w:tc>".repeat(1_000)}`),
			"It is nested too deeply.",
		],
		[
			"a document without its main part",
			"docx",
			() => document("", { "_rels/.rels": "<Relationships/>" }),
			"It is not a DOCX file, or it is damaged.",
		],
		["rows without end", "csv", async () => Buffer.from("a\n".repeat(50_001)), "It has more than 50,000 rows."],
		["an empty document", "docx", () => document(""), "No questions were found."],
		["columns without end", "csv", async () => Buffer.from(",".repeat(300)), "It has more than 200 columns."],
		[
			"questions without end",
			"csv",
			async () => Buffer.from(`Question,Answer\n${"Do you encrypt data?,\n".repeat(10_001)}`),
			"It has more than 10,000 questions.",
		],
	];

/** Twice as long as this, and impossible to pack to less than half. */
const hex = (length: number) => randomBytes(length).toString("hex");

test.each(REFUSED)(
	"%s is refused in a sentence",
	async (_what, type, make, why) => {
		const file = await make();
		const refused = readQuestionnaire(file, type);
		await expect(refused).rejects.toBeInstanceOf(QuestionnaireRefused);
		await expect(refused).rejects.toThrow("This file could not be read, and nothing of it was kept. ");
		await expect(refused).rejects.toThrow(why);
		// A file without questions has no place for an answer.
		await expect(fillQuestionnaire(file, type, answersFor([{ id: "x" }]))).rejects.toThrow(
			"This file could not be filled, and nothing was changed. ",
		);
	},
	30_000,
);

test("a file without questions says what its columns hold, so that a person can say which are the questions", async () => {
	const prices = Buffer.from("Name,Amount\nA,1\nB,2\n");
	const { questions, tables } = await readQuestionnaire(prices, "csv");
	expect(questions).toEqual([]);
	expect(tables).toMatchObject([
		{ use: { use: "nothing" }, columns: [{ sample: "Name" }, { sample: "Amount" }, { sample: "" }] },
	]);
	await expect(fillQuestionnaire(prices, "csv", answersFor([{ id: "x" }]))).rejects.toThrow("no place in it any more");
});

test.each(QUESTIONNAIRE_TYPES)("an empty %s file is refused", async (type) => {
	await expect(readQuestionnaire(Buffer.alloc(0), type)).rejects.toBeInstanceOf(QuestionnaireRefused);
});

test.each(QUESTIONNAIRE_TYPES)("a %s file larger than the limit is refused before it is looked at", async (type) => {
	await expect(readQuestionnaire(Buffer.alloc(QUESTIONNAIRE_BYTES + 1), type)).rejects.toThrow(
		"It is larger than 40 MB.",
	);
});

test("a workbook of 30 MB with pictures, links to other files and nothing to fear is read and filled; its other parts keep their bytes", async () => {
	const file = await workbook({
		"xl/media/photo.png": randomBytes(30_000_000),
		"xl/externalLinks/externalLink1.xml": "<externalLink/>",
		"xl/externalLinks/_rels/externalLink1.xml.rels":
			'<Relationships><Relationship Id="rId1" Type="t" Target="file:///other.xlsx" TargetMode="External"/></Relationships>',
	});
	const answers = answersFor([{ id: "1!A2" }]);
	expect(await longestTurn(() => readQuestionnaire(file, "xlsx"))).toBeLessThan(200);
	expect(await longestTurn(() => fillQuestionnaire(file, "xlsx", answers))).toBeLessThan(200);
	const filled = await fillQuestionnaire(file, "xlsx", answers);
	expect(packageFaults(filled)).toEqual([]);
	const [was, is] = [partsOf(file), partsOf(filled)];
	const changed = Object.keys(was).filter((path) => !Buffer.from(was[path] ?? []).equals(Buffer.from(is[path] ?? [])));
	expect(changed).toEqual(["xl/worksheets/sheet1.xml"]);
}, 30_000);

test("names of parts that lead out of a file are refused", async () => {
	const file = Buffer.from(zipSync({ "../evil": new Uint8Array(1), "xl/workbook.xml": new Uint8Array(1) }));
	await expect(readQuestionnaire(file, "xlsx")).rejects.toThrow(
		"It is not an XLSX file, or it is damaged or packed to do harm.",
	);
});

test("merged cells and formulas over everything cost no more than the cells that are there", async () => {
	const rows = Array.from(
		{ length: 500 },
		(_, at) =>
			`<row r="${at + 1}">${cell(`A${at + 1}`, at === 0 ? "Question" : "Do you?  Really?")}${cell(`B${at + 1}`, at === 0 ? "Answer" : "")}</row>`,
	);
	const merged = '<mergeCell ref="C1:XFD1048576"/>'.repeat(2_000);
	const file = await workbook({}, `<sheetData>${rows.join("")}</sheetData><mergeCells>${merged}</mergeCells>`);
	const { questions } = await readQuestionnaire(file, "xlsx");
	expect(questions).toHaveLength(499);
	// There is no column left for sources: they go into the answers.
	const filled = await fillQuestionnaire(file, "xlsx", answersFor(questions.slice(0, 1)));
	expect((await readQuestionnaire(filled, "xlsx")).questions[0]?.answer).toBe(
		"Yes. This answers 1!A2.\nSource: Library, 1!A2",
	);
});

test("a question in a table of a document that nests a table without end of columns is read", async () => {
	const wide = `<w:tc><w:tcPr><w:gridSpan w:val="99999999"/></w:tcPr>${paragraph("")}</w:tc>`;
	const body = `<w:tbl><w:tr><w:tc>${paragraph("Do you encrypt data?")}</w:tc>${wide}${wide}</w:tr></w:tbl>${documentTable([])}`;
	const { questions } = await readQuestionnaire(await document(body), "docx");
	expect(questions.map(({ id }) => id)).toEqual(["t1r1"]);
});

test("of many things that were not taken the first are listed", async () => {
	const { notTaken } = await readQuestionnaire(
		Buffer.from(`Question,Answer\n${"Do you encrypt data?,=1\n".repeat(300)}`),
		"csv",
	);
	expect(notTaken).toHaveLength(201);
	expect(notTaken.at(-1)).toEqual({ place: "Elsewhere", why: "100 more were not taken." });
});
