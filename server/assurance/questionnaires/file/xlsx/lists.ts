import { type CellRange, columnOf } from "#server/platform/files/xlsx/cell-name.ts";
import type { ListRead, SheetRead, TableCell, XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { type Choice, MOST_CHOICES } from "../find/choices.ts";
import { firstFrom } from "../find/grid.ts";

type NamedSheet = { name: string; read: SheetRead };
/** How far a cell is from the first one of its list: references without `$` move along. */
type Shift = { rows: number; columns: number };

/** Names that refer to names that refer to names. One can refer to itself. */
const DEPTH = 5;
/** All lists of a workbook together: each row can have one of its own. */
const MOST_CELLS = 500_000;
const LAST_ROW = 1_048_576;
const SHEET = /^(?:'((?:[^']|''){1,100})'|([^'!()",:\s]{1,100}))!/;
const CELLS = /^(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?::(\$?)([A-Z]{1,3})(\$?)(\d{1,7}))?$/i;
const COLUMN = /^\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/i;
const INDIRECT = /^INDIRECT\(\s*"([^"]{1,200})"\s*\)$/i;
/** `YesNo`, or a column of a table: `Table1[Answer]`. */
const NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\]{0,254}(?:\[[^[\]#@]{1,255}\])?$/u;

/** What the cells with a list accept. Empty if it cannot be told, as for a list that depends on another cell. */
export type Lists = (sheet: number, list: ListRead, no: number, column: number) => readonly Choice[];

/** Reads the lists of a workbook, whose values may be on other sheets, hidden ones too, or have a name. */
export function createLists(sheets: readonly NamedSheet[], names: XlsxParts["names"]): Lists {
	const known = new Map<string, readonly Choice[]>();
	let looked = 0;
	const cellsIn = ({ rows }: SheetRead, { left, top, right, bottom }: CellRange): readonly Choice[] => {
		const choices: Choice[] = [];
		for (let at = firstFrom(rows, top); at < rows.length && looked < MOST_CELLS; at += 1) {
			const { no, cells } = rows[at] ?? { no: Number.POSITIVE_INFINITY, cells: [] };
			if (no > bottom) return distinct(choices);
			looked += right - left + 1;
			for (const cell of cells.slice(left, right + 1)) {
				if (cell.text.trim() !== "") choices.push(choiceOf(cell));
			}
			if (choices.length > MOST_CHOICES) return [];
		}
		return looked < MOST_CELLS ? distinct(choices) : [];
	};

	const valuesOf = (index: number, formula: string, shift: Shift, depth: number): readonly Choice[] => {
		if (depth > DEPTH) return [];
		const inner = (next: string, at = index) => valuesOf(at, next, shift, depth + 1);
		const indirect = INDIRECT.exec(formula)?.[1];
		if (indirect !== undefined) return inner(indirect);
		const [start = "", quoted, bare] = SHEET.exec(formula) ?? [];
		const called = (quoted?.replaceAll("''", "'") ?? bare ?? "").toLowerCase();
		const at = start === "" ? index : sheets.findIndex(({ name }) => name.toLowerCase() === called);
		const sheet = sheets[at];
		const rest = formula.slice(start.length);
		const range = rangeIn(rest, shift);
		if (range) return sheet ? cellsIn(sheet.read, range) : [];
		if (!NAME.test(rest)) return [];
		const named = names.get(`${at}!${rest.toLowerCase()}`) ?? names.get(rest.toLowerCase());
		return named === undefined ? [] : inner(named);
	};

	return (sheet, list, no, column) => {
		if ("from" in list) return numbersIn(list);
		const formula = list.formula.replace(/^=/, "").trim();
		const [first] = list.ranges;
		const shift = first && moves(formula) ? { rows: no - first.top, columns: column - first.left } : STAYS;
		const key = `${sheet} ${shift.rows} ${shift.columns} ${formula}`;
		const before = known.get(key);
		if (before) return before;
		const choices = inlineIn(formula) ?? valuesOf(sheet, formula, shift, 0);
		known.set(key, choices);
		return choices;
	};
}

const STAYS: Shift = { rows: 0, columns: 0 };

/** Whether a list has other cells for each cell that has it. */
function moves(formula: string): boolean {
	const [found, leftFixed, , topFixed, , rightFixed, , bottomFixed] = CELLS.exec(formula.replace(SHEET, "")) ?? [];
	return found !== undefined && [leftFixed, topFixed, rightFixed, bottomFixed].includes("");
}

const numbersIn = ({ from, to }: { from: number; to: number }): Choice[] =>
	Array.from({ length: to - from + 1 }, (_, at) => ({ text: String(from + at), is: "number" }));

/** `"Yes,No"`. A number picked from such a list is a number. */
function inlineIn(formula: string): Choice[] | undefined {
	const [, inside] = /^"(.*)"$/s.exec(formula) ?? [];
	return inside === undefined
		? undefined
		: distinct(
				inside
					.replaceAll('""', '"')
					.split(",")
					.map((text) => ({ text: text.trim(), is: isNumber(text.trim()) ? "number" : "text" })),
			);
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text);

function rangeIn(reference: string, { rows, columns }: Shift): CellRange | undefined {
	const whole = COLUMN.exec(reference);
	if (whole) {
		const [left, right] = [columnNo(whole[1]), columnNo(whole[2])];
		return left === undefined || right === undefined ? undefined : { left, right, top: 1, bottom: LAST_ROW };
	}
	const found = CELLS.exec(reference);
	if (!found) return undefined;
	const [, leftFixed, left, topFixed, top, rightFixed = leftFixed, right = left, bottomFixed = topFixed, bottom = top] =
		found;
	const columnAt = (name: string | undefined, fixed: string | undefined) =>
		(columnNo(name) ?? 0) + (fixed === "" ? columns : 0);
	const rowAt = (no: string | undefined, fixed: string | undefined) => Number(no) + (fixed === "" ? rows : 0);
	return {
		left: columnAt(left, leftFixed),
		top: rowAt(top, topFixed),
		right: columnAt(right, rightFixed),
		bottom: rowAt(bottom, bottomFixed),
	};
}

const columnNo = (letters: string | undefined): number | undefined => columnOf(`${letters?.toUpperCase()}1`);

const choiceOf = ({ text, is }: TableCell): Choice =>
	is === "boolean" ? { text: text === "1" ? "TRUE" : "FALSE", is } : { text: text.trim(), is: is ?? "text" };

function distinct(choices: readonly Choice[]): Choice[] {
	const byText = new Map(choices.filter(({ text }) => text !== "").map((choice) => [choice.text, choice]));
	return byText.size > MOST_CHOICES ? [] : [...byText.values()];
}
