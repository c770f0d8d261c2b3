import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import {
	createQuestionnaireFiles,
	QuestionnaireRefused,
} from "#server/assurance/questionnaires/file/questionnaire-files.ts";
import { openZip } from "#server/platform/files/zip/zip-reader.ts";
import { zipOf } from "#server/platform/files/zip/zip-writer.ts";
import { afterFile } from "#tests/support/after-file.ts";
import {
	cell,
	documentParts,
	paragraph,
	sheetData,
	workbookParts,
	zipFile,
} from "#tests/support/questionnaires/office-files.ts";
import { answersFor, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const row = (no: number, cells: string) => `<row r="${no}">${cells}</row>`;
const HEADS = row(1, cell("A1", "Question") + cell("B1", "Answer"));
const oneSheet = (sheet: string, strings: readonly string[] = []) =>
	zipFile(workbookParts([{ name: "A", sheet }], strings));

test("one long text that ten thousand answer cells name is cut in each of them", async () => {
	const rows = Array.from({ length: 10_000 }, (_, at) =>
		row(at + 2, `${cell(`A${at + 2}`, `Do you have control ${at}?`)}<c r="B${at + 2}" t="s"><v>0</v></c>`),
	);
	const file = await oneSheet(`<sheetData>${HEADS}${rows.join("")}</sheetData>`, ["a".repeat(32_767)]);
	const { questions } = await readQuestionnaire(file, "xlsx");
	expect(questions).toHaveLength(10_000);
	expect(new Set(questions.map(({ answer }) => answer))).toEqual(new Set([`${"a".repeat(3_999)}…`]));
}, 30_000);

test("what already stands below a question of a document is cut", async () => {
	const body = paragraph("1. Do you encrypt data?") + paragraph(`Answer: ${"b".repeat(5_000)}`);
	const { questions } = await readQuestionnaire(await zipFile(documentParts(body)), "docx");
	expect(questions.map(({ answer }) => answer)).toEqual([`${"b".repeat(3_999)}…`]);
});

test("rows with the same number are refused, because their answers could not be told apart", async () => {
	const twice = row(7, cell("A7", "Do you encrypt data?")) + row(7, cell("A7", "Do you encrypt disks?"));
	const refused = readQuestionnaire(await oneSheet(`<sheetData>${HEADS}${twice}</sheetData>`), "xlsx");
	await expect(refused).rejects.toBeInstanceOf(QuestionnaireRefused);
	await expect(refused).rejects.toThrow("It has two questions in the same place: A, row 7.");
});

test("questions that take too long to match are refused in a sentence", async () => {
	const { matchQuestions, close } = createQuestionnaireFiles({ timeMs: 1 });
	afterFile(close);
	const known = Array.from({ length: 2_000 }, (_, at) => ({
		id: String(at),
		question: `Do you have control ${at}? ${"Really so? ".repeat(100)}`,
		answer: "Yes.",
		words: "",
	}));
	const matched = matchQuestions(known, [known[0]?.question ?? ""], 3);
	await expect(matched).rejects.toBeInstanceOf(QuestionnaireRefused);
	await expect(matched).rejects.toThrow(
		"Comparing its questions with your library took more time than we allow. Nothing was changed.",
	);
});

test("pictures that unpack to a hundred times their size are given back as they came", async () => {
	const picture = Buffer.alloc(20_000_000);
	for (let at = 0; at < picture.length; at += 500) picture[at] = at % 251;
	const content = deflateRawSync(picture);
	expect(picture.length).toBeGreaterThan(content.length * 100);
	const packed = { content, method: 8, size: picture.length, crc32: crc32(picture) } as const;
	const parts = workbookParts([{ name: "A", sheet: sheetData([["Question", "Answer"], ["Do you encrypt data?"]]) }]);
	async function* entries() {
		for (const [path, text] of Object.entries(parts)) yield { path, content: Buffer.from(text) };
		for (const n of [1, 2, 3, 4]) yield { path: `xl/media/image${n}.png`, packed };
	}
	const file = await buffer(zipOf(entries()));
	const { questions } = await readQuestionnaire(file, "xlsx");
	const filled = await fillQuestionnaire(file, "xlsx", answersFor(questions));
	expect(filled.length).toBeLessThan(file.length * 1.1 + 10_000);
	const given = await openZip(filled);
	expect((await given.read("xl/media/image4.png")).equals(picture)).toBe(true);
});
