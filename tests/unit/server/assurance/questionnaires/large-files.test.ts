import { expect, test } from "vitest";
import { listedWorkbook } from "#tests/support/questionnaires/listed-workbook.ts";
import { cell, documentParts, documentTable, paragraph, zipFile } from "#tests/support/questionnaires/office-files.ts";
import { startFiles } from "./files.ts";

const { readQuestionnaire } = startFiles();

const sheets = (count: number) =>
	Array.from({ length: count }, (_, at) => ({
		name: `Part ${at + 1}`,
		rows: [
			["Question", "Answer"],
			[`Do you have control ${at + 1}?`, ""],
		],
	}));

test("two hundred sheets are read, and what is beyond the limit is said", async () => {
	const { questions, tables, notTaken } = await readQuestionnaire(await listedWorkbook(sheets(200)), "xlsx");
	expect(questions).toHaveLength(200);
	expect(tables).toHaveLength(200);
	expect(notTaken).toEqual([]);
	const more = await readQuestionnaire(await listedWorkbook(sheets(260)), "xlsx");
	expect(more.questions).toHaveLength(250);
	expect(more.notTaken).toEqual([{ place: "Other sheets", why: "10 more sheets were not read." }]);
}, 30_000);

test("three hundred tables of a document are read, each under headings of its own", async () => {
	const tables = Array.from({ length: 310 }, (_, at) =>
		documentTable([
			[paragraph("Question"), paragraph(`Response of team ${at}`)],
			[paragraph(`Do you have control ${at}?`), paragraph("")],
		]),
	);
	const read = await readQuestionnaire(await zipFile(documentParts(tables.join("<w:p/>"))), "docx");
	expect(read.questions).toHaveLength(310);
	expect(read.tables).toHaveLength(300);
	expect(read.notTaken).toEqual([{ place: "Elsewhere", why: "10 more tables are not listed." }]);
}, 30_000);

test("a sheet from right to left and a heading merged over three rows are read like others", async () => {
	const rows = [
		["السؤال", "Question", "Answer"],
		["", "", ""],
		["", "", ""],
		["١", "هل تشفرون البيانات؟", ""],
		["٢", "هل تختبرون النسخ الاحتياطية؟", ""],
	];
	const data = `<sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews><sheetData>${rows.map((texts, at) => `<row r="${at + 1}">${texts.map((text, column) => (text === "" ? "" : cell(`${"ABC"[column]}${at + 1}`, text))).join("")}</row>`).join("")}</sheetData>`;
	const more =
		'<mergeCells count="3"><mergeCell ref="A1:A3"/><mergeCell ref="B1:B3"/><mergeCell ref="C1:C3"/></mergeCells>';
	const { questions } = await readQuestionnaire(
		await listedWorkbook([{ name: "أسئلة", rows: [], data, more }]),
		"xlsx",
	);
	expect(questions.map(({ id, text }) => [id, text])).toEqual([
		["1!B4", "هل تشفرون البيانات؟"],
		["1!B5", "هل تختبرون النسخ الاحتياطية؟"],
	]);
});
