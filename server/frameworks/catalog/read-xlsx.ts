import { SaxesParser } from "saxes";
import { CatalogRefused } from "./collect.ts";
import { decodeText } from "./decode-text.ts";
import type { TableCell, TableRow } from "./read-table.ts";

/** Parts of an XLSX file (ECMA-376), unpacked. */
export type XlsxParts = {
	/** Empty if there are none. */
	sharedStrings: Uint8Array;
	/** In the order of the workbook. */
	sheets: Uint8Array[];
};

const DEPTH = 40;
const COLUMNS = 200;
/** Longest text of one cell that is kept (Excel's own limit). */
const CELL = 32_767;

/** The rows of each sheet, read when they are asked for. */
export function* readXlsx({ sharedStrings, sheets }: XlsxParts, mostRows: number): Generator<TableRow[]> {
	const strings = sharedStrings.length > 0 ? readStrings(sharedStrings) : [];
	for (const sheet of sheets) yield readSheet(sheet, strings, mostRows);
}

type Handlers = {
	open(name: string, attributes: Readonly<Record<string, string>>): void;
	text(text: string): void;
	close(name: string): void;
};

/** Reads XML as a stream of events, by local names. It knows XML's own five entities and no others, and fetches nothing. */
export function readXml(bytes: Uint8Array, { open, text, close }: Handlers): void {
	let depth = 0;
	const parser = new SaxesParser();
	const local = (name: string) => name.slice(name.indexOf(":") + 1);
	parser.on("error", (error) => {
		throw new CatalogRefused("It is damaged. Please save it again.", { cause: error });
	});
	parser.on("doctype", () => {
		throw new CatalogRefused("It declares entities of its own, which no spreadsheet does.");
	});
	parser.on("opentag", ({ name, attributes }) => {
		depth += 1;
		if (depth > DEPTH) throw new CatalogRefused("It is nested too deeply.");
		open(local(name), attributes as Record<string, string>);
	});
	parser.on("text", text);
	parser.on("closetag", ({ name }) => {
		depth -= 1;
		close(local(name));
	});
	parser.write(decodeText(bytes)).close();
}

/** Texts that cells refer to by their place. A text may be made of runs with their own looks; readings of it (`rPh`) are left out. */
function readStrings(bytes: Uint8Array): string[] {
	const strings: string[] = [];
	let current = "";
	let isText = false;
	let reading = 0;
	readXml(bytes, {
		open(name) {
			if (name === "si") current = "";
			if (name === "rPh") reading += 1;
			isText = name === "t" && reading === 0;
		},
		text(text) {
			if (isText && current.length < CELL) current += text.slice(0, CELL);
		},
		close(name) {
			if (name === "si") strings.push(current);
			if (name === "rPh") reading -= 1;
			isText = false;
		},
	});
	return strings;
}

type Cell = { column: number; type: string; value: string; formula: boolean };

function readSheet(bytes: Uint8Array, strings: readonly string[], mostRows: number): TableRow[] {
	const rows: TableRow[] = [];
	let cells: TableCell[] = [];
	let no = 0;
	let cell: Cell | undefined;
	let isValue = false;
	readXml(bytes, {
		open(name, attributes) {
			if (name === "row") {
				no = Number(attributes.r) || no + 1;
				cells = [];
			} else if (name === "c") {
				cell = {
					column: columnOf(attributes.r) ?? cells.length,
					type: attributes.t ?? "n",
					value: "",
					formula: false,
				};
			} else if (name === "f" && cell) cell.formula = true;
			isValue = name === "v" || name === "t";
		},
		text(text) {
			if (cell && isValue && cell.value.length < CELL) cell.value += text.slice(0, CELL);
		},
		close(name) {
			if (name === "c" && cell && cell.column < COLUMNS) {
				while (cells.length < cell.column) cells.push({ text: "", formula: false });
				cells[cell.column] = { text: textOf(cell, strings), formula: cell.formula };
				cell = undefined;
			}
			if (name === "row") rows.push({ no, cells });
			if (rows.length > mostRows) throw new CatalogRefused("It has more than 50,000 rows.");
			isValue = false;
		},
	});
	return rows;
}

const textOf = ({ type, value }: Cell, strings: readonly string[]): string =>
	type === "s" ? (strings[Number(value)] ?? "") : value;

/** From 0: `A1` is in 0, `AB7` in 27. */
function columnOf(reference: string | undefined): number | undefined {
	const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? "")?.[1];
	if (letters === undefined) return undefined;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
