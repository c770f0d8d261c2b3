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
	/** Which formats cells have, by number; empty if there are none. */
	styles: Uint8Array;
	/**
	 * Formulas that have a name, by the name in lower case: `yesno`, `table1[answer]`. One that only counts in a sheet by `<index of the
	 * sheet>!<name>`.
	 */
	names: ReadonlyMap<string, string>;
	/** In the order of the workbook. */
	sheets: XlsxSheet[];
	/** How many sheets there are beyond those that are read. */
	sheetsLeft: number;
};

/**
 * A field of a row. `formula`: a spreadsheet would compute it, so it is not text. `is`: left out for texts. `style`: the number of its
 * format, if it has one of its own.
 */
export type TableCell = { text: string; formula: boolean; is?: "number" | "boolean"; style?: number };
/** A row with its number in the file, from 1. */
export type TableRow = { no: number; cells: readonly TableCell[] };

/** Cells that accept only some values: those that a formula gives, or whole numbers from one to another. */
export type ListRead = { ranges: CellRange[] } & ({ formula: string } | { from: number; to: number });

/** What a sheet holds. */
export type SheetRead = {
	rows: (TableRow & { hidden: boolean; style?: number })[];
	merged: CellRange[];
	/** Cells filled by one formula. */
	filled: CellRange[];
	lists: ListRead[];
	hiddenColumns: { left: number; right: number }[];
	/** The formats of cells that are not in the file. */
	columnStyles: { left: number; right: number; style: number }[];
	/** Whether only cells that their format unlocks may be changed. */
	isProtected: boolean;
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

type Cell = { column: number; type: string; style: string | undefined; value: string; formula: boolean };
type Validation = { type: string; operator: string; ranges: string; first: string; second: string };

export function readSheet(bytes: Uint8Array, strings: readonly string[], mostRows: number): SheetRead {
	const read: SheetRead = {
		rows: [],
		merged: [],
		filled: [],
		lists: [],
		hiddenColumns: [],
		columnStyles: [],
		isProtected: false,
		lastColumn: -1,
		hasFormulas: false,
	};
	let cells: TableCell[] = [];
	let next = 0;
	let no = 0;
	let hidden = false;
	let style: number | undefined;
	let cell: Cell | undefined;
	let list: Validation | undefined;
	let into: "cell" | "ranges" | "first" | "second" | undefined;
	readXml(decodeText(bytes), {
		open(name, attributes) {
			into = undefined;
			switch (name) {
				case "row":
					no = Number(attributes.r) || no + 1;
					hidden = isTrue(attributes.hidden);
					style = isTrue(attributes.customFormat) ? Number(attributes.s) || 0 : undefined;
					cells = [];
					next = 0;
					break;
				case "c":
					cell = {
						column: columnOf(attributes.r) ?? next,
						type: attributes.t ?? "n",
						style: attributes.s,
						value: "",
						formula: false,
					};
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
					// In a list that refers to another sheet, `formula1` and `formula2` have their text in here.
					if (list) into = list.first === "" ? "first" : "second";
					break;
				}
				case "mergeCell": {
					const range = rangeOf(attributes.ref ?? "");
					if (range) read.merged.push(range);
					break;
				}
				case "col": {
					const columns = { left: Number(attributes.min) - 1, right: Number(attributes.max) - 1 };
					if (isTrue(attributes.hidden)) read.hiddenColumns.push(columns);
					if (attributes.style !== undefined) {
						read.columnStyles.push({ ...columns, style: Number(attributes.style) || 0 });
					}
					break;
				}
				case "sheetProtection":
					read.isProtected = isTrue(attributes.sheet);
					break;
				case "dataValidation": {
					const { type = "none", operator = "between", sqref = "" } = attributes;
					list = { type, operator, ranges: sqref, first: "", second: "" };
					break;
				}
				case "formula1":
					into = "first";
					break;
				case "formula2":
					into = "second";
					break;
				case "sqref":
					into = "ranges";
					break;
			}
		},
		text(text) {
			if (into === "cell" && cell && cell.value.length < CELL_CHARACTERS) cell.value += text.slice(0, CELL_CHARACTERS);
			if (into === "ranges" && list) list.ranges += text;
			if (into === "first" && list) list.first += text;
			if (into === "second" && list) list.second += text;
		},
		close(name) {
			into = undefined;
			if (name === "c" && cell) {
				const text = textOf(cell, strings);
				if (text !== "" || cell.formula) read.lastColumn = Math.max(read.lastColumn, cell.column);
				if (cell.column < READ_COLUMNS) {
					while (cells.length < cell.column) cells.push({ text: "", formula: false });
					cells[cell.column] = { text, formula: cell.formula, ...kindOf(cell), ...styleOf(cell.style) };
				}
				cell = undefined;
			}
			if (name === "row") read.rows.push({ no, cells, hidden, ...(style !== undefined && { style }) });
			if (read.rows.length > mostRows) throw new BadFile(`It has more than ${mostRows.toLocaleString("en-US")} rows.`);
			if (name === "dataValidation" && list) {
				read.lists.push(...listOf(list));
				list = undefined;
			}
		},
	});
	return read;
}

const isTrue = (flag: string | undefined): boolean => flag === "1" || flag === "true";

/** More whole numbers than this are no list. */
const MOST_NUMBERS = 20;

function listOf({ type, operator, ranges: places, first, second }: Validation): ListRead[] {
	const ranges = places.split(/\s+/).flatMap((range) => rangeOf(range) ?? []);
	if (type === "list") return [{ ranges, formula: first.trim() }];
	const isWhole = type === "whole" && operator === "between" && WHOLE.test(first) && WHOLE.test(second);
	const [from, to] = [Number(first), Number(second)];
	return isWhole && from <= to && to - from < MOST_NUMBERS ? [{ ranges, from, to }] : [];
}

const WHOLE = /^\s*-?\d{1,9}\s*$/;

const KINDS: Readonly<Record<string, TableCell["is"]>> = { n: "number", b: "boolean" };

function kindOf({ type, value }: Cell): Pick<TableCell, "is"> {
	const is = value === "" ? undefined : KINDS[type];
	return is === undefined ? {} : { is };
}

const styleOf = (style: string | undefined): Pick<TableCell, "style"> =>
	style === undefined ? {} : { style: Number(style) || 0 };

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
