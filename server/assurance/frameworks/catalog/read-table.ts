import Papa from "papaparse";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { readXlsx, type TableRow, type XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { type Collector, type Placed, saysWithdrawn } from "./collect.ts";

/** The possible heads of each column, the best first. */
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
		"ref id",
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
	status: ["status", "state"],
} as const;
/** Heads of columns that say which controls of ours an entry is linked to. */
const CONTROL_HEADS = [
	"controls",
	"control codes",
	"linked controls",
	"our controls",
	"mapped controls",
	"plumbline controls",
];
const PARENT_HEADS = ["parent", "parent id", "belongs to"];
/** Heads of columns that name the group of an entry. A table may have several, the largest group first. */
const GROUP_HEADS = [
	"function",
	"domain",
	"pillar",
	"chapter",
	"part",
	"theme",
	"area",
	"family",
	"category",
	"group",
	"section",
	"subdomain",
	"subcategory",
	"topic",
];
/** Columns with the same in each row: what the file says of itself. */
const SAYING = ["framework", "standard", "edition", "version", "source", "catalog"];
type Column = keyof typeof HEADS;
type Columns = Partial<Record<Column, number>>;
type Places = { groups: readonly number[]; parent: number; controls: number };

/** Titles and notes may come above the row with the heads. */
const HEAD_WITHIN = 30;
const ROWS = 50_000;
/** The most characters of a field that may be a head. */
const HEAD_READ = 100;

export const readCsv = <R>(bytes: Uint8Array, collected: Collector<R>): R =>
	readSheets(readSeparated(decodeText(bytes)), "CSV file", collected);

/** The separator differs between countries: it is whichever one yields columns that we know. */
const SEPARATORS = [",", ";", "\t", "|"];

type Sheet = { name: string; rows: readonly TableRow[] };

function* readSeparated(text: string): Generator<Sheet> {
	for (const delimiter of SEPARATORS) {
		const { data } = Papa.parse<string[]>(text, { delimiter, preview: ROWS + 1 });
		const rows = data.map((cells, index) => ({
			no: index + 1,
			cells: cells.map((text) => ({ text, formula: text.startsWith("=") })),
		}));
		yield { name: "", rows };
	}
}

export const readWorkbook = <R>(parts: XlsxParts, collected: Collector<R>): R =>
	readSheets(namedSheets(parts), "XLSX file", collected);

function* namedSheets(parts: XlsxParts): Generator<Sheet> {
	let no = 0;
	for (const rows of readXlsx(parts, ROWS)) {
		yield { name: parts.sheets[no]?.name ?? "", rows };
		no += 1;
	}
}

/** The first sheet that has the columns counts: by their heads, or else by what stands below a head that we do not know. */
function readSheets<R>(sheets: Iterable<Sheet>, format: string, collected: Collector<R>): R {
	const unclear: Sheet[] = [];
	for (const sheet of sheets) {
		if (sheet.rows.length > ROWS) throw new BadFile("It has more than 50,000 rows.");
		const head = headOf(sheet.rows, isComplete);
		if (head) return readRows(sheet, head, { format, collected });
		unclear.push(sheet);
	}
	for (const sheet of unclear) {
		const head = headOf(sheet.rows, hasWords);
		if (!head) continue;
		const id = idColumn(sheet.rows.slice(head.at + 1), head.columns, collected);
		if (id !== undefined) return readRows(sheet, { ...head, columns: { ...head.columns, id } }, { format, collected });
	}
	throw new BadFile(
		`No columns with IDs and words were found${headsSeen(unclear)}. Please head them ID, Title and Text; one of the last two is enough.`,
	);
}

const HEADS_SHOWN = 8;
const LONGEST_SHOWN = 40;

/** What stands where heads are: the row with the most texts, among the first ones of all sheets. */
function headsSeen(sheets: readonly Sheet[]): string {
	let seen: string[] = [];
	for (const { rows } of sheets) {
		for (const { cells } of rows.slice(0, HEAD_WITHIN)) {
			const texts = cells
				.map(({ text }) => text.slice(0, LONGEST_SHOWN).toWellFormed().trim())
				.filter((text) => text !== "");
			if (texts.length > seen.length) seen = texts;
		}
	}
	if (seen.length === 0) return "";
	const shown = seen.slice(0, HEADS_SHOWN).map((text) => `“${text.replace(/\p{Cc}+/gu, " ")}”`);
	const more = seen.length - shown.length;
	return `. The heads seen are ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

type Head = { at: number; heads: readonly string[]; columns: Columns };

/** The first row with heads that are enough; undefined if there is none. */
function headOf(rows: readonly TableRow[], isEnough: (head: Head) => boolean): Head | undefined {
	return rows
		.slice(0, HEAD_WITHIN)
		.map(({ cells }, at): Head => {
			const heads = cells.map(({ text }) => plain(text.slice(0, HEAD_READ)));
			return { at, heads, columns: columnsOf(heads) };
		})
		.find(isEnough);
}

/** A head without case, punctuation, and what is added in brackets. */
const plain = (head: string): string =>
	head
		.toLowerCase()
		.replace(/\([^()]*\)|[^\p{L}\p{N}]+/gu, " ")
		.replace(/\s+/g, " ")
		.trim();

function columnsOf(heads: readonly string[]): Columns {
	const columns: Columns = {};
	for (const [column, names] of Object.entries(HEADS) as [Column, readonly string[]][]) {
		const found = names
			.map((name) => heads.indexOf(name))
			.find((at) => at !== -1 && !Object.values(columns).includes(at));
		if (found !== undefined) columns[column] = found;
	}
	return columns;
}

const hasWords = ({ columns }: Head): boolean => columns.title !== undefined || columns.text !== undefined;

function isComplete(head: Head): boolean {
	const { id } = head.columns;
	// Some tables have ids and words in one column, as in `GV.OC-01: …`.
	return id !== undefined && (hasWords(head) || head.heads[id] === "subcategory");
}

/** The column whose fields are ids of the pack, if most of them are. */
function idColumn<R>(
	rows: readonly TableRow[],
	{ title, text, status }: Columns,
	{ isId }: Collector<R>,
): number | undefined {
	if (!isId) return undefined;
	const counts = new Map<number, { all: number; ids: number }>();
	for (const { cells } of rows) {
		for (const [column, cell] of cells.entries()) {
			if (cell.text.trim() === "" || [title, text, status].includes(column)) continue;
			const count = counts.get(column) ?? { all: 0, ids: 0 };
			counts.set(column, { all: count.all + 1, ids: count.ids + (isId(cell.text) ? 1 : 0) });
		}
	}
	const [best] = [...counts].sort(([, a], [, b]) => b.ids - a.ids);
	return best !== undefined && best[1].ids > best[1].all / 2 ? best[0] : undefined;
}

function readRows<R>(
	{ name, rows }: Sheet,
	{ at, heads, columns }: Head,
	{ format, collected }: { format: string; collected: Collector<R> },
): R {
	const places = collected.takesPlaces ? placesOf(heads, columns) : undefined;
	const read = [...Object.values(columns), ...(places ? [...places.groups, places.parent, places.controls] : [])];
	const below = rows.slice(at + 1);
	const placedOf = places && placer(places);
	for (const row of below) addRow(collected, row, columns, placedOf?.(row));
	const above = rows
		.slice(0, at)
		.flatMap(({ cells }) => cells.map(({ text }) => text.trim()).filter((text) => text !== ""));
	const unread = (rows[at]?.cells ?? [])
		.map(({ text }) => text)
		.filter((text, column) => text.trim() !== "" && !read.includes(column));
	const more = [...above, name, ...constants(below, heads, columns)].join(" ");
	return collected.result({ title: above[0] ?? "", version: "", uuid: "", publisher: "", more, format }, unread);
}

/** Heads and fields of columns that have the same in each row, and so are about the file. */
function constants(rows: readonly TableRow[], heads: readonly string[], columns: Columns): string[] {
	return heads.flatMap((head, column) => {
		if (!SAYING.includes(head) || Object.values(columns).includes(column)) return [];
		const values = new Set(rows.map(({ cells }) => cells[column]?.text.trim() ?? "").filter((text) => text !== ""));
		const [only, another] = values;
		return only === undefined || another !== undefined ? [] : [`${head} ${only}`];
	});
}

/** The columns about places; -1 if there is none. */
function placesOf(heads: readonly string[], columns: Columns): Places {
	const free = heads.map((head, column) => (Object.values(columns).includes(column) ? "" : head));
	const [parent, controls] = [PARENT_HEADS, CONTROL_HEADS].map((names) =>
		free.findIndex((head) => head !== "" && names.includes(head)),
	);
	const groups = free.flatMap((head, column) => (GROUP_HEADS.includes(head) ? [column] : [])).slice(0, GROUPS);
	return { groups, parent: parent ?? -1, controls: controls ?? -1 };
}

/** How deep groups may be. */
const GROUPS = 4;

/** Says where rows stand, one after the other: a group may be named only in its first row. */
function placer({ groups, parent, controls }: Places): (row: TableRow) => Placed {
	let last: string[] = [];
	return ({ cells }) => {
		const at = (column: number): string => cells[column]?.text.trim() ?? "";
		const named = groups.map(at);
		const first = named.findIndex((name, depth) => name !== "" && name !== last[depth]);
		last = named.map((name, depth) => (name !== "" || (first !== -1 && depth > first) ? name : (last[depth] ?? "")));
		return { groups: last.filter((name) => name !== ""), parent: at(parent), controls: at(controls) };
	};
}

const BOTH = /^([^\s:]{1,60}) ?:\s([\s\S]+)$/;

function addRow<R>(
	collected: Collector<R>,
	{ no, cells }: TableRow,
	{ id, title, text, status }: Columns,
	placed: Placed | undefined,
): void {
	const used = [id, title, text].flatMap((column) => (column === undefined ? [] : (cells[column] ?? [])));
	if (used.every((cell) => cell.text.trim() === "")) return;
	const at = (column: number | undefined): string => (column === undefined ? "" : (cells[column]?.text ?? ""));
	const both = text === undefined ? BOTH.exec(at(id).trim()) : null;
	const words = { title: at(title), text: both?.[2] ?? at(text) };
	collected.add({
		where: `row ${no}`,
		ids: [both?.[1] ?? at(id)],
		...words,
		withdrawn: /^\s*withdrawn/i.test(at(status)) || saysWithdrawn(words.title) || saysWithdrawn(words.text),
		...(used.some(({ formula }) => formula) && { fault: "A field of it is a formula, not a text." }),
		...(placed && { placed }),
	});
}
