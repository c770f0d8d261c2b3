import fc from "fast-check";
import { expect, test } from "vitest";
import { TASKS } from "#server/assurance/questionnaires/file/tasks.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";
import {
	documentParts,
	documentTable,
	paragraph,
	sheetData,
	workbookParts,
	zipFile,
} from "#tests/support/questionnaires/office-files.ts";

const word = fc.stringMatching(/^[a-zåé<&'"]{1,8}$/u);
const question = fc
	.tuple(fc.constantFrom("Do you", "How is", "Is your", "When will"), fc.array(word, { minLength: 1, maxLength: 6 }))
	.map(([start, words]) => `${start} ${words.join(" ")}?`);
/** Nothing that a spreadsheet takes for a formula: that would be written differently. */
const answer = fc
	.string({ unit: "grapheme", minLength: 1, maxLength: 60 })
	.map((text) => `Y${text.replace(/[^\P{Cc}]|[;=+\-@＝＋－＠\uFFFE\uFFFF]/gu, "").trim()}`);

type Column = "Question" | "Answer" | "No." | "Weight";
const columns = fc
	.shuffledSubarray<Column>(["Question", "Answer", "No.", "Weight"], { minLength: 2 })
	.filter((all) => all.includes("Question") && all.includes("Answer"));
const table = fc.record({
	title: fc.constantFrom([], [["Our questionnaire"], []], [["A title"], ["And more of it"], []]),
	columns,
	rows: fc.array(fc.record({ question, answer: fc.option(answer) }), { minLength: 1, maxLength: 12 }),
});

/** The table as rows of texts, and what is written into it. */
function made({ title, columns, rows }: typeof table extends fc.Arbitrary<infer T> ? T : never) {
	const lines = rows.map((row, at) =>
		columns.map((column) => ({ Question: row.question, Answer: "", "No.": String(at + 1), Weight: "3" })[column]),
	);
	const first = title.length + 2;
	const nos = rows.flatMap((row, at) => (row.answer === null ? [] : [{ no: first + at, answer: row.answer }]));
	return { texts: [...title, columns, ...lines], first, nos };
}

const expected = ({ rows }: { rows: readonly { question: string; answer: string | null }[] }) =>
	rows.map((row) => [row.question, row.answer ?? ""]);
const taken = (read: ReturnType<typeof TASKS.readCsv>) => {
	if (!read.ok) throw new Error(read.message);
	return read.value.questions.map(({ text, answer }) => [text, answer]);
};
const answersOf = (nos: readonly { no: number; answer: string }[], idOf: (no: number) => string) =>
	new Map(nos.map(({ no, answer }) => [idOf(no), { answer, sources: "" }]));

test("in any CSV table every answer stands where its question was, and every other line is as it was", () => {
	fc.assert(
		fc.property(table, fc.constantFrom(";", ",", "\t"), fc.constantFrom("\n", "\r\n"), (given, separator, end) => {
			const { texts, nos } = made(given);
			const field = (text: string) => (/["\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
			const file = Buffer.from(texts.map((line) => line.map(field).join(separator) + end).join(""));
			const filled = TASKS.fillCsv(file, answersOf(nos, String));
			if (!filled.ok) throw new Error(filled.message);
			expect(filled.value.used).toHaveLength(nos.length);
			expect(taken(TASKS.readCsv(filled.value.content))).toEqual(expected(given));
			const lines = Buffer.from(filled.value.content).toString().split(end);
			const same = lines.filter((_line, at) => !nos.some(({ no }) => no === at + 1));
			expect(same).toEqual(
				file
					.toString()
					.split(end)
					.filter((_line, at) => !nos.some(({ no }) => no === at + 1)),
			);
		}),
	);
});

test("in any XLSX table every answer stands where its question was", async () => {
	await fc.assert(
		fc.asyncProperty(table, async (given) => {
			const { texts, nos } = made(given);
			const parts = await unpackXlsx(await zipFile(workbookParts([{ name: "A", sheet: sheetData(texts) }])));
			const column = String.fromCharCode(65 + given.columns.indexOf("Question"));
			const filled = TASKS.fillWorkbook(
				parts,
				answersOf(nos, (no) => `1!${column}${no}`),
			);
			if (!filled.ok) throw new Error(filled.message);
			expect(filled.value.used).toHaveLength(nos.length);
			const [sheet] = parts.sheets;
			if (!sheet) throw new Error("a workbook has a sheet");
			const xml = filled.value.changed[0]?.[1] ?? sheet.xml;
			expect(taken(TASKS.readWorkbook({ ...parts, sheets: [{ ...sheet, xml }] }))).toEqual(expected(given));
		}),
	);
});

test("in any DOCX table every answer stands where its question was", () => {
	fc.assert(
		fc.property(table, (given) => {
			const { texts, nos } = made({ ...given, title: [] });
			const rows = texts.map((line) => line.map((text) => (text === "" ? "<w:p/>" : paragraph(text))));
			const file = Buffer.from(String(documentParts(documentTable(rows))["word/document.xml"]));
			const filled = TASKS.fillDocument(
				file,
				answersOf(nos, (no) => `t1r${no}`),
			);
			if (!filled.ok) throw new Error(filled.message);
			expect(filled.value.used).toHaveLength(nos.length);
			expect(taken(TASKS.readDocument(filled.value.content))).toEqual(expected(given));
		}),
	);
});

test("whatever a CSV file holds, it is read or refused, and what is read can be filled", () => {
	const piece = fc.constantFrom(
		"Question",
		"Answer",
		"Do you?",
		"Is it so?",
		",",
		";",
		"\t",
		"\n",
		"\r",
		'"',
		"=",
		"1",
		"é",
		"\uFEFF",
		"😀",
		" ",
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
			const file = Buffer.from(pieces.join(""));
			const read = TASKS.readCsv(file);
			if (!read.ok) return;
			const ids = read.value.questions.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			const filled = TASKS.fillCsv(file, new Map(ids.map((id) => [id, { answer: "Yes", sources: "Library" }])));
			expect(filled).toMatchObject({ ok: true, value: { used: ids } });
		}),
		{ numRuns: 200 * TIMES, seed: SEED },
	);
});
