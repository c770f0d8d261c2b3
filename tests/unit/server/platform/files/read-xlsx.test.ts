import { expect, test } from "vitest";
import { CELL_CHARACTERS, readSheet, readStrings } from "#server/platform/files/xlsx/read-xlsx.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const stringOf = (text: string) => readStrings(bytes(`<sst><si><t>${text}</t></si></sst>`))[0];
const cellOf = (type: string, inner: string, strings: readonly string[] = []) =>
	readSheet(bytes(`<sheetData><row r="1"><c r="A1" t="${type}">${inner}</c></row></sheetData>`), strings, 1).rows[0]
		?.cells[0]?.text;
const cellsOf = (text: string) => [
	stringOf(text),
	cellOf("inlineStr", `<is><t>${text}</t></is>`),
	cellOf("str", `<v>${text}</v>`),
];

test.each([
	["a_x0000_b_x0000_", "a b "],
	["a_xD800_b", "a\uFFFDb"],
	["_xDE00__xD83D_", "\uFFFD\uFFFD"],
	["_xD83D__xDE00_", "😀"],
	["a_x000D_\nb", "a\r\nb"],
	["_x005F_x0000_", "_x0000_"],
])("%s in a cell is read as text that can be kept: %j", (written, read) => {
	expect(cellsOf(written)).toEqual([read, read, read]);
});

test("a text is not cut in the middle of a character", () => {
	const long = `${"a".repeat(CELL_CHARACTERS - 1)}😀`;
	for (const text of [...cellsOf(long), cellOf("n", `<v>${long}</v>`)]) {
		expect(text?.isWellFormed()).toBe(true);
		expect(text?.slice(0, -1)).toBe("a".repeat(CELL_CHARACTERS - 1));
	}
});
