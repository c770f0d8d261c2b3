import { BadFile } from "../bad-file.ts";
import { decodeText } from "../decode-text.ts";
import { readXml } from "../read-xml.ts";
import { type CellRange, columnOf, rangeOf } from "./cell-name.ts";

/** A sheet of an XLSX file, unpacked. */
export type XlsxSheet = { name: string; hidden: boolean; path: string; xml: Uint8Array };

/** Parts of an XLSX file (ECMA-376), unpacked. */
export type XlsxParts = {
	/** Empty if there are none. */
	sharedStrings: Uint8Array;
	/** In the order of the workbook. */
	sheets: XlsxSheet[];
};

/** A field of a row. `formula`: a spreadsheet would compute it, so it is not text. */
export type TableCell = { text: string; formula: boolean };
/** A row with its number in the file, from 1. */
export type TableRow = { no: number; cells: readonly TableCell[] };

/** What a sheet holds. */
export type SheetRead = {
	rows: (TableRow & { hidden: boolean })[];
	merged: CellRange[];
	/** Cells filled by one formula. */
	filled: CellRange[];
	/** Cells in which a person picks from a list. Without choices if the list is elsewhere in the file. */
	lists: { ranges: CellRange[]; choices: string[] }[];
	hiddenColumns: { left: number; right: number }[];
	/** The rightmost column that is not empty; -1 if there is none. */
	lastColumn: number;
	/** Whether there are formulas anywhere in it, including where its lists of choices refer to. */
	hasFormulas: boolean;
};

/** Columns right of these are not read. */
export const READ_COLUMNS = 200;
/** The longest text of one cell (Excel's own limit). */
export const CELL_CHARACTERS = 32_767;

/** The rows of each sheet, read on demand. */
export function* readXlsx({ sharedStrings, sheets }: XlsxParts, mostRows: number): Generator<TableRow[]> {
	const strings = readStrings(sharedStrings);
	for (const { xml } of sheets) yield readSheet(xml, strings, mostRows).rows;
}

/** Texts that cells refer to by index. A text may be made of runs with their own formatting; phonetic readings (`rPh`) are left out. */
export function readStrings(bytes: Uint8Array): string[] {
	const strings: string[] = [];
	if (bytes.length === 0) return strings;
	let current = "";
	let isText = false;
	let reading = 0;
	readXml(decodeText(bytes), {
		open(name) {
			if (name === "si") current = "";
			if (name === "rPh") reading += 1;
			isText = name === "t" && reading === 0;
		},
		text(text) {
			if (isText && current.length < CELL_CHARACTERS) current += text.slice(0, CELL_CHARACTERS);
		},
		close(name) {
			if (name === "si") strings.push(withCharacters(current));
			if (name === "rPh") reading -= 1;
			isText = false;
		},
	});
	return strings;
}

type Cell = { column: number; type: string; value: string; formula: boolean };

export function readSheet(bytes: Uint8Array, strings: readonly string[], mostRows: number): SheetRead {
	const read: SheetRead = {
		rows: [],
		merged: [],
		filled: [],
		lists: [],
		hiddenColumns: [],
		lastColumn: -1,
		hasFormulas: false,
	};
	let cells: TableCell[] = [];
	let next = 0;
	let no = 0;
	let hidden = false;
	let cell: Cell | undefined;
	let list: { ranges: string; choices: string } | undefined;
	let into: "cell" | "ranges" | "choices" | undefined;
	readXml(decodeText(bytes), {
		open(name, attributes) {
			into = undefined;
			switch (name) {
				case "row":
					no = Number(attributes.r) || no + 1;
					hidden = isTrue(attributes.hidden);
					cells = [];
					next = 0;
					break;
				case "c":
					cell = { column: columnOf(attributes.r) ?? next, type: attributes.t ?? "n", value: "", formula: false };
					next = cell.column + 1;
					break;
				case "v":
				case "t":
					into = "cell";
					break;
				case "f": {
					read.hasFormulas = true;
					if (cell) cell.formula = true;
					const range = rangeOf(attributes.t === "array" || attributes.t === "dataTable" ? (attributes.ref ?? "") : "");
					if (range) read.filled.push(range);
					// In a list that refers to another sheet, this holds the reference.
					if (list) into = "choices";
					break;
				}
				case "mergeCell": {
					const range = rangeOf(attributes.ref ?? "");
					if (range) read.merged.push(range);
					break;
				}
				case "col":
					if (isTrue(attributes.hidden)) {
						read.hiddenColumns.push({ left: Number(attributes.min) - 1, right: Number(attributes.max) - 1 });
					}
					break;
				case "dataValidation":
					list = attributes.type === "list" ? { ranges: attributes.sqref ?? "", choices: "" } : undefined;
					break;
				case "formula1":
					into = "choices";
					break;
				case "sqref":
					into = "ranges";
					break;
			}
		},
		text(text) {
			if (into === "cell" && cell && cell.value.length < CELL_CHARACTERS) cell.value += text.slice(0, CELL_CHARACTERS);
			if (into === "ranges" && list) list.ranges += text;
			if (into === "choices" && list) list.choices += text;
		},
		close(name) {
			into = undefined;
			if (name === "c" && cell) {
				const text = textOf(cell, strings);
				if (text !== "" || cell.formula) read.lastColumn = Math.max(read.lastColumn, cell.column);
				if (cell.column < READ_COLUMNS) {
					while (cells.length < cell.column) cells.push({ text: "", formula: false });
					cells[cell.column] = { text, formula: cell.formula };
				}
				cell = undefined;
			}
			if (name === "row") read.rows.push({ no, cells, hidden });
			if (read.rows.length > mostRows) throw new BadFile(`It has more than ${mostRows.toLocaleString("en-US")} rows.`);
			if (name === "dataValidation" && list) {
				const ranges = list.ranges.split(/\s+/).flatMap((range) => rangeOf(range) ?? []);
				read.lists.push({ ranges, choices: choicesOf(list.choices) });
				list = undefined;
			}
		},
	});
	return read;
}

const isTrue = (flag: string | undefined): boolean => flag === "1" || flag === "true";

const choicesOf = (formula: string): string[] => {
	const [, inside] = /^\s*"(.*)"\s*$/s.exec(formula) ?? [];
	return inside === undefined ? [] : inside.split(",").map((choice) => choice.trim());
};

function textOf({ type, value }: Cell, strings: readonly string[]): string {
	if (type === "s") return strings[Number(value)] ?? "";
	return type === "inlineStr" || type === "str" ? withCharacters(value) : value.toWellFormed();
}

/**
 * Spreadsheets write characters that XML does not allow, or would change, as `_x000D_`. A NUL becomes a space, and a lone surrogate is
 * replaced (the end may be cut there): neither can be stored.
 */
const withCharacters = (text: string): string =>
	text
		.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
			code === "0000" ? " " : String.fromCharCode(Number.parseInt(code, 16)),
		)
		.toWellFormed();

/** As the text of a cell: what a spreadsheet would read as such an escape stays as it is. */
export const withoutCharacters = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
