import Papa from "papaparse";
import type { Pack } from "#contract/frameworks/pack.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { readXlsx, type TableRow, type XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { type CatalogRead, collect } from "./collect.ts";

/** The possible headings of each column, the best first. */
const HEADS = {
	id: [
		"id",
		"control id",
		"requirement id",
		"control identifier",
		"identifier",
		"control number",
		"requirement number",
		"criteria id",
		"subcategory id",
		"safeguard id",
		"ref",
		"reference",
		"clause",
		"article",
		"section",
		"number",
		"no",
		"nr",
		"code",
		"subcategory",
		"control",
		"requirement",
	],
	title: ["title", "control title", "requirement title", "name", "control name", "short title", "heading", "control"],
	text: [
		"text",
		"description",
		"requirement text",
		"control text",
		"official text",
		"control description",
		"requirement description",
		"statement",
		"wording",
		"prose",
		"requirement",
		"criteria",
		"definition",
	],
} as const;
type Columns = Partial<Record<keyof typeof HEADS, number>>;

/** Titles and notes may come above the heading row. */
const HEAD_WITHIN = 30;
const ROWS = 50_000;

export const readCsv = (bytes: Uint8Array, pack: Pack): CatalogRead =>
	readSheets(readSeparated(decodeText(bytes)), "CSV file", pack);

/** The separator differs between countries: it is whichever one yields columns that we know. */
const SEPARATORS = [",", ";", "\t", "|"];

function* readSeparated(text: string): Generator<TableRow[]> {
	for (const delimiter of SEPARATORS) {
		const { data } = Papa.parse<string[]>(text, { delimiter, preview: ROWS + 1 });
		yield data.map((cells, index) => ({
			no: index + 1,
			cells: cells.map((text) => ({ text, formula: text.startsWith("=") })),
		}));
	}
}

export const readWorkbook = (parts: XlsxParts, pack: Pack): CatalogRead =>
	readSheets(readXlsx(parts, ROWS), "XLSX file", pack);

/** The first sheet that has the columns counts. */
function readSheets(sheets: Iterable<readonly TableRow[]>, title: string, pack: Pack): CatalogRead {
	for (const rows of sheets) {
		if (rows.length > ROWS) throw new BadFile("It has more than 50,000 rows.");
		const head = rows.slice(0, HEAD_WITHIN).findIndex((row) => columnsOf(row) !== undefined);
		const columns = rows[head] && columnsOf(rows[head]);
		if (!columns) continue;
		const collected = collect(pack);
		for (const row of rows.slice(head + 1)) addRow(collected, row, columns);
		return collected.result(title, "");
	}
	throw new BadFile(
		"No columns with IDs and words were found. Please head them ID, Title and Text; one of the last two is enough.",
	);
}

/** Undefined if this is not a heading row: that needs ids, and a title or a text. */
function columnsOf({ cells }: TableRow): Columns | undefined {
	const heads = cells.map(({ text }) =>
		text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, " ")
			.trim(),
	);
	const columns: Columns = {};
	for (const [column, names] of Object.entries(HEADS) as [keyof typeof HEADS, readonly string[]][]) {
		const found = names
			.map((name) => heads.indexOf(name))
			.find((at) => at !== -1 && !Object.values(columns).includes(at));
		if (found !== undefined) columns[column] = found;
	}
	const hasWords = columns.title !== undefined || columns.text !== undefined;
	// Some tables have ids and words in one column, as in `GV.OC-01: …`.
	const isBoth = columns.id !== undefined && heads[columns.id] === "subcategory";
	return columns.id !== undefined && (hasWords || isBoth) ? columns : undefined;
}

const BOTH = /^([^\s:]{1,60}) ?:\s([\s\S]+)$/;

function addRow(collected: ReturnType<typeof collect>, { no, cells }: TableRow, { id, title, text }: Columns): void {
	const used = [id, title, text].flatMap((column) => (column === undefined ? [] : (cells[column] ?? [])));
	if (used.every((cell) => cell.text.trim() === "")) return;
	const at = (column: number | undefined): string => (column === undefined ? "" : (cells[column]?.text ?? ""));
	const both = text === undefined ? BOTH.exec(at(id).trim()) : null;
	collected.add({
		where: `row ${no}`,
		ids: [both?.[1] ?? at(id)],
		title: at(title),
		text: both?.[2] ?? at(text),
		...(used.some(({ formula }) => formula) && { fault: "A field of it is a formula, not a text." }),
	});
}
