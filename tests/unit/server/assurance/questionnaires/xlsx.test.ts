import { fileTypeFromBuffer } from "file-type";
import { expect, test } from "vitest";
import { QUESTIONNAIRE_MEDIA_TYPES } from "#contract/questionnaires/file-types.ts";
import { recalculated } from "#server/assurance/questionnaires/file/xlsx/recalculated.ts";
import { readSheet } from "#server/platform/files/xlsx/read-xlsx.ts";
import { packageFaults, partsOf, textOfPart } from "#tests/support/questionnaires/check-package.ts";
import { customersWorkbook, STRINGS } from "#tests/support/questionnaires/customers-workbook.ts";
import { cell, sheetData, workbookParts, xml, zipFile } from "#tests/support/questionnaires/office-files.ts";
import { answersFor, REPLACING, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

test("questions are found below a title, in columns of any order, under headings of merged cells, on several sheets", async () => {
	const { questions, notTaken } = await readQuestionnaire(await customersWorkbook(), "xlsx");
	expect(questions).toMatchObject([
		{ id: "3!B5", place: "Security, row 5", section: "", text: STRINGS[0], answer: "" },
		{ id: "3!B7", place: "Security, row 7", section: "A. Access control", text: STRINGS[1], answer: "" },
		{
			id: "3!B10",
			place: "Security, row 10",
			section: "B. Data & backups",
			text: STRINGS[5],
			answer: "=2+2 old answer",
		},
		{ id: "3!B12", place: "Security, row 12", section: "B. Data & backups", text: STRINGS[6], answer: "" },
		{ id: "4!C4", place: "Privacy, row 4", section: "", text: "A data protection officer is appointed", answer: "" },
		{ id: "4!C5", place: "Privacy, row 5", section: "", text: "Subprocessors are listed", answer: "" },
	]);
	expect(notTaken).toEqual([
		{ place: "Instructions", why: expect.stringContaining("looks like instructions") },
		{ place: "Internal", why: expect.stringContaining("is hidden") },
		{ place: "Security, row 8", why: "Its answer cell holds a formula, which is never overwritten." },
		{ place: "Security, row 11", why: expect.stringContaining("Its row is hidden") },
	]);
});

test("answers stand in the cells of their questions, sources right of the table, and nothing else is changed", async () => {
	const file = await customersWorkbook();
	const before = await readQuestionnaire(file, "xlsx");
	const answers = answersFor(before.questions);
	answers.set("3!B5", { answer: '=HYPERLINK("http://evil.example")', sources: "" });
	answers.set("4!C4", { answer: "Yes, since 2020.", sources: "Library" });
	const filled = await fillQuestionnaire(file, "xlsx", answers, REPLACING);
	expect(packageFaults(filled)).toEqual([]);
	expect((await fileTypeFromBuffer(filled))?.mime).toBe(QUESTIONNAIRE_MEDIA_TYPES.xlsx);

	const after = await readQuestionnaire(filled, "xlsx");
	const { tables, ...others } = before;
	expect(after).toMatchObject({
		...others,
		tables: tables.map(({ shape, use, counts }) => ({ shape, use, counts })),
		questions: before.questions.map((each) => ({ ...each, answer: answers.get(each.id)?.answer })),
	});

	const [was, is] = [partsOf(file), partsOf(filled)];
	expect(Object.keys(is)).toEqual(Object.keys(was));
	const changed = Object.keys(was).filter((path) => !Buffer.from(was[path] ?? []).equals(Buffer.from(is[path] ?? [])));
	expect(changed).toEqual(["xl/workbook.xml", "xl/worksheets/sheet3.xml", "xl/worksheets/sheet4.xml"]);
	// The scores beside the answers are recalculated.
	const workbook = textOfPart(filled, "xl/workbook.xml");
	expect(workbook).toContain('<calcPr fullCalcOnLoad="1"/>');
	expect(workbook.replace('<calcPr fullCalcOnLoad="1"/>', "")).toBe(textOfPart(file, "xl/workbook.xml"));

	const text = (value: string) => `t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`;
	const security = textOfPart(filled, "xl/worksheets/sheet3.xml");
	expect(security).toContain(`<c r="D5" s="4" ${text(answers.get("3!B5")?.answer ?? "")}`);
	expect(security).toContain(`<c r="G4" s="2" ${text("Sources")}`);
	expect(security).toContain(`<c r="G7" s="4" ${text("Library, 3!B7")}`);
	expect(security).toContain(`</row>\n<row r="8">`);
	expect(security).toContain(`<c r="D8" s="6" t="str"><f>'Lists'!A1</f><v>Quarterly</v></c></row>`);
	expect(security).toContain('<dimension ref="A1:G12"/>');
	expect(security).toContain('<col min="7" max="7" width="40" customWidth="1"/></cols>');
	const privacy = textOfPart(filled, "xl/worksheets/sheet4.xml");
	expect(privacy).toContain(`<row r="4"><c r="A4" ${text("Yes")}`);
	expect(privacy).toContain(`<c r="D4" ${text("Yes, since 2020.")}<c r="F4" ${text("Library")}</row>`);

	// Without what was written, it is the same text.
	const written = /<c r="(?:D5|D7|D10|D12|G\d+)"[^>]*t="inlineStr">.*?<\/c>/gs;
	const rest = (sheet: string) =>
		sheet
			.replace(written, "")
			.replace(/<c r="D(?:5|7|10|12)"[^>]*\/>/g, "")
			.replace('<col min="7" max="7" width="40" customWidth="1"/>', "")
			.replace(/<dimension[^>]*>/, "")
			.replaceAll(' spans="1:6"', "");
	expect(rest(security)).toBe(rest(textOfPart(file, "xl/worksheets/sheet3.xml")));
});

test("a file that was filled is filled again in the same places, byte for byte", async () => {
	const file = await customersWorkbook();
	const answers = answersFor((await readQuestionnaire(file, "xlsx")).questions);
	const once = await fillQuestionnaire(file, "xlsx", answers, REPLACING);
	expect((await fillQuestionnaire(once, "xlsx", answers, REPLACING)).equals(once)).toBe(true);
});

const oneSheet = (sheet: string, strings: readonly string[] = []) =>
	zipFile(workbookParts([{ name: "A", sheet }], strings));

test("a table without heads takes answers right of its questions, and says of each source what it is", async () => {
	const file = await oneSheet(
		sheetData([["Our questions"], ["Do you encrypt data?"], ["", ""], ["Where is it stored?", ""]]),
	);
	const { questions } = await readQuestionnaire(file, "xlsx");
	expect(questions.map(({ id }) => id)).toEqual(["1!A2", "1!A4"]);
	const filled = await fillQuestionnaire(file, "xlsx", answersFor(questions), REPLACING);
	const sheet = textOfPart(filled, "xl/worksheets/sheet1.xml");
	expect(sheet).toMatch(/<c r="B2"[^>]*>.*Yes\. This answers 1!A2\.<.*<c r="C2".*Source: Library, 1!A2</);
	expect((await readQuestionnaire(filled, "xlsx")).questions.map(({ answer }) => answer)).toEqual([
		"Yes. This answers 1!A2.",
		"Yes. This answers 1!A4.",
	]);
	expect((await fillQuestionnaire(filled, "xlsx", answersFor(questions), REPLACING)).equals(filled)).toBe(true);
});

test("cells that say nothing of their place, prefixes, rows that close themselves and UTF-16 are written as they are read", async () => {
	const text = (value: string) => `<x:c t="inlineStr"><x:is><x:t>${value}</x:t></x:is></x:c>`;
	const sheet = `<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row>${text("Question")}${text("Answer")}</x:row><x:row/><x:row>${text("Do you encrypt data?")}</x:row><x:row>${text("Where is it stored?")}<x:c s="1"/></x:row></x:sheetData></x:worksheet>`;
	const file = await zipFile({
		...workbookParts([{ name: "A", sheet: "" }]),
		"xl/worksheets/sheet1.xml": Buffer.from(`\uFEFF${sheet}`, "utf16le"),
	});
	const { questions } = await readQuestionnaire(file, "xlsx");
	const filled = await fillQuestionnaire(file, "xlsx", answersFor(questions), REPLACING);
	const written = Buffer.from(partsOf(filled)["xl/worksheets/sheet1.xml"] ?? []).toString("utf16le");
	expect(written).toContain(
		'<x:c r="B3" t="inlineStr"><x:is><x:t xml:space="preserve">Yes. This answers 1!A3.</x:t></x:is></x:c><x:c r="C3"',
	);
	expect(written).toContain(
		`${text("Where is it stored?")}<x:c r="B4" s="1" t="inlineStr"><x:is><x:t xml:space="preserve">Yes. This answers 1!A4.</x:t></x:is></x:c><x:c r="C4"`,
	);
	expect(written.startsWith("\uFEFF<?xml")).toBe(true);
	expect((await readQuestionnaire(filled, "xlsx")).questions.map(({ answer }) => answer)).toEqual([
		"Yes. This answers 1!A3.",
		"Yes. This answers 1!A4.",
	]);
});

test("an answer that is longer than a cell is cut where it can be seen, and odd characters arrive as they are", async () => {
	const file = await oneSheet(
		sheetData([["Question", "Answer"], ["Do you encrypt data?"], ["Where is 𝔡𝔞𝔱𝔞 \u202Estored?"]]),
	);
	const odd = "𝔇𝔞𝔱𝔞 & <b>\u202E\u0000\uD800 _x0041_ \r\n\té";
	const filled = await fillQuestionnaire(
		file,
		"xlsx",
		new Map([
			["1!A2", { answer: "😀".repeat(20_000), sources: "" }],
			["1!A3", { answer: odd, sources: "" }],
		]),
	);
	expect(packageFaults(filled)).toEqual([]);
	const { rows } = readSheet(partsOf(filled)["xl/worksheets/sheet1.xml"] ?? Buffer.alloc(0), [], 10);
	const long = rows[1]?.cells[1]?.text;
	expect(long?.length).toBeLessThanOrEqual(32_767);
	expect(long).toMatch(/^(?:😀)+\n\[Cut here: a cell holds no more\.\]$/u);
	const [, short] = (await readQuestionnaire(filled, "xlsx")).questions;
	expect(short?.answer).toBe("𝔇𝔞𝔱𝔞 & <b>\u202E\uFFFD _x0041_ \n\té");
	expect(short?.text).toBe("Where is 𝔡𝔞𝔱𝔞 \u202Estored?");
});

test("cells that belong to others are not written: of an array formula, merged with the one above, in a hidden column", async () => {
	const file = await oneSheet(
		`<cols><col min="2" max="2" hidden="1" width="9"/></cols><sheetData><row r="1">${cell("A1", "Question")}${cell("B1", "Answer")}${cell("C1", "Response")}</row>
<row r="2">${cell("A2", "Do you encrypt data?")}<c r="C2"><f t="array" ref="C2:C3">B2:B3</f><v>0</v></c></row>
<row r="3">${cell("A3", "Do you encrypt disks?")}<c r="C3"><v>0</v></c></row>
<row r="4">${cell("A4", "Do you have backups?")}</row><row r="5">${cell("A5", "Do you test them?")}</row></sheetData><mergeCells count="1"><mergeCell ref="C4:C5"/></mergeCells>`,
	);
	const { questions, notTaken } = await readQuestionnaire(file, "xlsx");
	expect(questions.map(({ id }) => id)).toEqual(["1!A4"]);
	expect(notTaken.map(({ why }) => why)).toEqual([
		"Its answer cell holds a formula, which is never overwritten.",
		"Its answer cell holds a formula, which is never overwritten.",
		"Its answer cell is merged with the one above it, which another question has.",
	]);
	const filled = textOfPart(
		await fillQuestionnaire(file, "xlsx", answersFor(questions), REPLACING),
		"xl/worksheets/sheet1.xml",
	);
	expect(filled).toMatch(/<c r="C4"[^>]*>.*Yes\. This answers 1!A4/);
});

test("a workbook says that its formulas are calculated anew, whatever it says of that already", () => {
	const of = (inner: string) =>
		new TextDecoder().decode(recalculated(new TextEncoder().encode(`<x:workbook xmlns:x="a">${inner}</x:workbook>`)));
	const CALC = 'fullCalcOnLoad="1"';
	expect(of("<x:sheets><x:sheet/></x:sheets><x:definedNames/><x:oleSize/>")).toContain(
		`<x:definedNames/><x:calcPr ${CALC}/><x:oleSize/>`,
	);
	expect(of('<x:sheets/><x:calcPr calcId="1"/>')).toContain(`<x:sheets/><x:calcPr ${CALC} calcId="1"/></x:workbook>`);
	expect(of('<x:sheets/><x:calcPr fullCalcOnLoad = "0" calcId="1" />')).toContain(`<x:calcPr ${CALC} calcId="1" />`);
	expect(of('<x:sheets/><x:calcPr calcMode="manual"></x:calcPr>')).toContain(
		`<x:calcPr ${CALC} calcMode="manual"></x:calcPr>`,
	);
	const once = of("<x:sheets/>");
	expect(new TextDecoder().decode(recalculated(new TextEncoder().encode(once)))).toBe(once);
});
