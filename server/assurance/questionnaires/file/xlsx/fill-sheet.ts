import type { SourcesPlace } from "#contract/questionnaires/mapping.ts";
import { decodeText, encodeLike } from "#server/platform/files/decode-text.ts";
import { escapeXml } from "#server/platform/files/escape-xml.ts";
import { opened, readXml, type Span } from "#server/platform/files/read-xml.ts";
import { columnName, columnOf, rangeOf } from "#server/platform/files/xlsx/cell-name.ts";
import { CELL_CHARACTERS, withoutCharacters } from "#server/platform/files/xlsx/read-xlsx.ts";
import { cut } from "../cut.ts";
import type { Choice } from "../find/choices.ts";
import type { FoundInGrid } from "../find/found-in-grid.ts";
import type { Grid } from "../find/grid.ts";
import { type Plan, SOURCE, SOURCES, sourcesColumn } from "../find/plan.ts";
import { type Splice, splice } from "../splice.ts";

const CUT = "\n[Cut here: a cell holds no more.]";
/** The last column that a sheet can have. */
const LAST_COLUMN = 16_383;
const SOURCES_WIDTH = 40;

/** A value for a cell. `like`: the column whose formatting it takes if the cell is new. */
type Written = Choice & { like: number };
type ByRow = Map<number, Map<number, Written>>;

/** A comment on a cell. */
export type Note = { no: number; column: number; text: string };

type Given = { grid: Grid; found: FoundInGrid; plan: Plan; sources: SourcesPlace };

/** Writes into the cells of a sheet, and changes nothing else in it. Comments are in other parts of the file, so they are left to do. */
export function fillSheet(bytes: Uint8Array, given: Given): { content: Uint8Array; notes: Note[] } {
	const xml = decodeText(bytes);
	const { byRow, added, notes } = writtenIn(given);
	return { content: encodeLike(bytes, splice(xml, changesOf(xml, byRow, added))), notes };
}

/** `added`: the column for sources; undefined if there is none. */
function writtenIn({ grid, found, plan, sources }: Given) {
	const byRow: ByRow = new Map();
	const write = (no: number, column: number, written: Written): void => {
		const row = byRow.get(no) ?? new Map<number, Written>();
		byRow.set(no, row.set(column, written));
	};
	const to = sourcesColumn(grid, found);
	const isRoom = to <= LAST_COLUMN;
	const open = sources === "column" ? plan.sources.filter(({ no }) => !grid.lockedAt(no, to)) : [];
	const inAnswer = new Map(isRoom ? [] : open.map(({ at, text, like }) => [`${at} ${like}`, `\n${SOURCE}${text}`]));
	for (const { no, column, text, is } of plan.cells) {
		const more = is === "text" ? (inAnswer.get(`${no} ${column}`) ?? "") : "";
		write(no, column, { text: text + more, is, like: column });
	}
	const notes = sources === "comment" ? plan.sources.map(({ at, like, text }) => ({ no: at, column: like, text })) : [];
	const added = isRoom && open.length > 0 ? to : undefined;
	if (added === undefined) return { byRow, added, notes };
	for (const { no, text, like } of open) {
		write(no, added, { text: found.heads.length > 0 ? text : SOURCE + text, is: "text", like });
	}
	const [head] = found.heads;
	const last = grid.rows.find(({ no }) => no === head)?.cells.findLastIndex(({ text }) => text !== "") ?? 0;
	if (head !== undefined) write(head, added, { text: SOURCES, is: "text", like: last });
	return { byRow, added, notes };
}

type Cell = { column: number; span: Span; attributes: Readonly<Record<string, string>> };
type Row = { no: number; open: Span; prefix: string; cells: Cell[] };

function changesOf(xml: string, byRow: ByRow, added: number | undefined): Splice[] {
	const changes: Splice[] = [];
	let no = 0;
	let row: Row | undefined;
	let cell: Cell | undefined;
	let next = 0;
	let columns: { last: number } | undefined;
	readXml(xml, {
		open(name, attributes, { prefix, ...span }) {
			if (name === "row") {
				no = Number(attributes.r) || no + 1;
				next = 0;
				row = byRow.has(no) ? { no, open: span, prefix, cells: [] } : undefined;
			} else if (name === "c" && row) {
				const column = columnOf(attributes.r) ?? next;
				next = column + 1;
				cell = { column, span, attributes };
			} else if (name === "dimension" && added !== undefined) {
				changes.push(...widened(xml, span, attributes.ref, added));
			} else if (name === "cols") columns = { last: -1 };
			else if (name === "col" && columns) columns.last = Math.max(columns.last, Number(attributes.max) - 1);
			else if (name === "sheetData" && !columns && added !== undefined) {
				const col = widthOf(prefix, added);
				changes.push({ start: span.start, end: span.start, text: `<${prefix}cols>${col}</${prefix}cols>` });
			}
		},
		close(name, span) {
			if (name === "c" && row && cell) {
				row.cells.push({ ...cell, span: { start: cell.span.start, end: span.end } });
				cell = undefined;
			} else if (name === "row" && row) {
				changes.push(...rowChanges(xml, row, span, byRow.get(row.no) ?? new Map()));
				row = undefined;
			} else if (name === "cols" && columns && added !== undefined && columns.last < added) {
				const prefix = xml.slice(span.start + 2, span.end - 1).replace(/cols\s*$/, "");
				changes.push({ start: span.start, end: span.start, text: widthOf(prefix, added) });
			}
		},
	});
	return changes;
}

const widthOf = (prefix: string, column: number): string =>
	`<${prefix}col min="${column + 1}" max="${column + 1}" width="${SOURCES_WIDTH}" customWidth="1"/>`;

/** The range that a sheet says it uses, extended to the added column. */
function widened(xml: string, { start, end }: Span, reference: string | undefined, added: number): Splice[] {
	const range = rangeOf(reference ?? "");
	if (!range || range.right >= added) return [];
	const wide = `${columnName(range.left)}${range.top}:${columnName(added)}${range.bottom}`;
	return [{ start, end, text: xml.slice(start, end).replace(/(\sref\s*=\s*["'])[^"']*/, `$1${wide}`) }];
}

function rowChanges(xml: string, row: Row, close: Span, written: ReadonlyMap<number, Written>): Splice[] {
	const { prefix, open, cells, no } = row;
	const stylesOf = (column: number) => cells.find((each) => each.column === column)?.attributes.s;
	const element = (column: number, { text, is }: Written, style: string | undefined): string => {
		const looks = style === undefined ? "" : ` s="${escapeXml(style)}"`;
		const name = `${columnName(column)}${no}`;
		if (is !== "text") {
			const [type, value] = is === "number" ? ["n", text] : ["b", text === "TRUE" ? "1" : "0"];
			return `<${prefix}c r="${name}"${looks} t="${type}"><${prefix}v>${escapeXml(value)}</${prefix}v></${prefix}c>`;
		}
		const value = escapeXml(cut(withoutCharacters(text.replace(/\r\n?/g, "\n")), CELL_CHARACTERS, CUT));
		return `<${prefix}c r="${name}"${looks} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${value}</${prefix}t></${prefix}is></${prefix}c>`;
	};
	const isEmpty = close.start === open.start;
	const changes: Splice[] = [];
	const added: string[] = [];
	for (const [column, each] of [...written].sort(([a], [b]) => a - b)) {
		const is = cells.find((cell) => cell.column === column);
		const text = element(column, each, is ? is.attributes.s : stylesOf(each.like));
		const after = cells.find((cell) => cell.column > column);
		if (is) changes.push({ ...is.span, text });
		else if (after) changes.push({ start: after.span.start, end: after.span.start, text });
		else if (isEmpty) added.push(text);
		else changes.push({ start: close.start, end: close.start, text });
	}
	const tag = xml.slice(open.start, open.end).replace(/\sspans\s*=\s*(["'])[^"']*\1/, "");
	if (isEmpty) return [{ ...open, text: `${opened(tag)}${added.join("")}</${prefix}row>` }];
	return [{ ...open, text: tag }, ...changes];
}
