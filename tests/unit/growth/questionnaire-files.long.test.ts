import { expect, test } from "vitest";
import { rangeFinder } from "#server/assurance/questionnaires/file/find/grid.ts";
import { TASKS as QUESTIONNAIRES } from "#server/assurance/questionnaires/file/tasks.ts";
import { recalculated } from "#server/assurance/questionnaires/file/xlsx/recalculated.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { faultyGrowth } from "#tests/support/growth/growth.ts";
import { EVERY_ANSWER } from "#tests/support/questionnaires/every-answer.ts";

const documentOf = (body: string) => Buffer.from(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`);
const HEADS = '<row r="1"><c t="str"><v>Question</v></c><c t="str"><v>Answer</v></c></row>';
const asked = (no: number) => `<row r="${no}"><c t="str"><v>Do you have control ${no}?</v></c><c t="str"/></row>`;
const bookOf = (inner: string) => ({
	sharedStrings: Buffer.alloc(0),
	styles: Buffer.from('<a><cellXfs><xf/><xf><protection locked="0"/></xf></cellXfs></a>'),
	names: new Map([["self", "self"]]),
	sheets: [{ name: "A", hidden: false, path: "a", xml: Buffer.from(`<a>${inner}</a>`) }],
	sheetsLeft: 0,
});
const times = (amount: number, make: (at: number) => string) =>
	Array.from({ length: Math.ceil(amount) }, (_, at) => make(at)).join("");
const FILES: Record<string, (size: number) => XlsxParts> = {
	"a merge over rows with numbers far apart": (size) =>
		bookOf(
			`<sheetData>${HEADS}${asked(2)}${asked(9_999_999)}</sheetData>${times(size / 400_000, () => '<mergeCell ref="D1:E9999999"/>')}`,
		),
	"a heading in every other row, each of another kind": (size) =>
		bookOf(
			`<sheetData>${times(size / 200, (at) => `<row><c t="str"><v>Question</v></c><c t="str"><v>Answer ${at}</v></c></row><row><c t="str"><v>Do you have control ${at}?</v></c></row>`)}</sheetData>`,
		),
	"very many hidden columns": (size) =>
		bookOf(
			`<cols>${times(size / 80, (at) => `<col min="${at + 9}" max="16384" hidden="1"/>`)}</cols><sheetData>${HEADS}${times(size / 160, (at) => asked(at + 2))}</sheetData>`,
		),
	"a list of its own for each row, from cells that move along": (size) =>
		bookOf(
			`<sheetData>${HEADS}${times(size / 300, (at) => asked(at + 2))}</sheetData>${times(size / 300, (at) => `<dataValidation type="list" sqref="B${at + 2}:B1000000"><formula1>${at % 2 === 0 ? "self" : "A1:A1000000"}</formula1></dataValidation>`)}`,
		),
	"a protected sheet with very many formats of columns": (size) =>
		bookOf(
			`<cols>${times(size / 80, () => '<col min="1" max="16384" style="1"/>')}</cols><sheetData>${HEADS}${times(size / 160, (at) => asked(at + 2))}</sheetData><sheetProtection sheet="1"/>`,
		),
	"merges, lists and formulas over all rows": (size) => {
		const rows = times(size / 40, () => "<row><c/></row>");
		const all = times(
			size / 150,
			() => '<mergeCell ref="C2:XFD9999999"/><dataValidation type="list" sqref="D1:D9999999"/>',
		);
		return bookOf(`<sheetData>${HEADS}${rows}</sheetData>${all}`);
	},
};
test.each(Object.entries(FILES))(
	"reading %s costs no more than the file is long",
	(_name, make) => {
		expect(faultyGrowth((size) => QUESTIONNAIRES.readWorkbook(make(size)))).toBeUndefined();
	},
	60_000,
);
const FILLED: Record<string, (size: number) => unknown> = {
	"answers in the rows of a workbook": (size) =>
		QUESTIONNAIRES.fillWorkbook(
			bookOf(`<sheetData>${HEADS}${times(size / 100, (at) => asked(at + 2))}</sheetData>`),
			EVERY_ANSWER,
		),
	"answers in a workbook with very many cells in a row": (size) =>
		QUESTIONNAIRES.fillWorkbook(
			bookOf(`<sheetData>${HEADS}<row><c t="str"><v>Do you?</v></c>${"<c/>".repeat(size / 4)}</row></sheetData>`),
			EVERY_ANSWER,
		),
	"answers in the lines of a CSV file": (size) =>
		QUESTIONNAIRES.fillCsv(
			Buffer.from(`Question,Answer\n${times(size / 40, (at) => `Do you have control ${at}?\n`)}`),
			EVERY_ANSWER,
		),
	"answers in a table of a document": (size) =>
		QUESTIONNAIRES.fillDocument(
			documentOf(
				`<w:tbl>${"<w:tr><w:tc><w:p><w:r><w:t>Do you?</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr>".repeat(size / 90)}</w:tbl>`,
			),
			EVERY_ANSWER,
		),
	"answers below the paragraphs of a document": (size) =>
		QUESTIONNAIRES.fillDocument(
			documentOf("<w:p><w:r><w:t>1. Do you?</w:t></w:r></w:p><w:p/>".repeat(size / 56)),
			EVERY_ANSWER,
		),
};
test.each(Object.entries(FILLED))(
	"writing %s costs no more than the file is long",
	(_name, fill) => {
		expect(fill(4_096)).toMatchObject({ ok: true, value: { used: expect.arrayContaining([expect.any(String)]) } });
		expect(faultyGrowth(fill)).toBeUndefined();
	},
	60_000,
);
test("finding merged cells in one row takes time in proportion to their number", () => {
	const ranges = (size: number) =>
		Array.from({ length: size / 8 }, (_, at) => ({ left: at, right: at, top: 1, bottom: 2 }));
	const findAll = (all: ReturnType<typeof ranges>) => {
		const find = rangeFinder(all, [{ no: 1 }]);
		return all.map(({ left }) => find(1, left));
	};
	expect(faultyGrowth((size) => findAll(ranges(size)))).toBeUndefined();
}, 60_000);

test("having a workbook calculated anew costs no more than it is long", () => {
	const workbook = (size: number) => Buffer.from(`<a>${'<sheets/><calcPr fullCalcOnLoad="0"/>'.repeat(size / 40)}</a>`);
	expect(faultyGrowth((size) => recalculated(workbook(size)))).toBeUndefined();
}, 60_000);
