import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import {
	readSheet,
	readStrings,
	type SheetRead,
	type XlsxParts,
	type XlsxSheet,
} from "#server/platform/files/xlsx/read-xlsx.ts";
import { cut } from "../cut.ts";
import { type FoundInGrid, findInGrid, type GridQuestion } from "../find/find-in-grid.ts";
import { type Grid, type GridRow, rangeFinder } from "../find/grid.ts";
import type { NotTaken } from "../found.ts";

/** A sheet with questions in it. */
export type FoundInSheet = {
	sheet: XlsxSheet;
	/** As people see it. */
	name: string;
	grid: Grid;
	found: FoundInGrid;
	questions: (GridQuestion & { id: string })[];
};

const ROWS = 50_000;
/** How many questions make a table in a sheet whose columns have no headings. */
const LEAST = 2;
/** Sheets that people read before they answer, with nothing to fill in. */
const ABOUT =
	/^(?:instructions?|read ?me|guide|guidance|guidelines|how to(?: .*)?|introduction|intro|overview|about|cover(?: ?(?:page|sheet))?|title(?: page)?|glossary|definitions|legend|help|examples?|sample|lists?|lookups?|drop ?downs?|change ?log|versions?|(?:version|revision) history|contents|toc)$/i;
const isAbout = (name: string): boolean => ABOUT.test(name.split(/\W+/).filter(Boolean).join(" "));
const FORMULA = "holds a formula, which is never overwritten.";

/** `hasFormulas`: whether any sheet has some, including skipped ones. */
type FoundInSheets = { taken: FoundInSheet[]; notTaken: NotTaken[]; hasFormulas: boolean };

/** Goes through all sheets. Hidden ones, and those that explain how to answer, are skipped. */
export function findInSheets({ sharedStrings, sheets }: XlsxParts): FoundInSheets {
	const strings = readStrings(sharedStrings);
	let hasFormulas = false;
	const all = sheets.map((sheet, index) => {
		const read = readSheet(sheet.xml, strings, ROWS);
		hasFormulas ||= read.hasFormulas;
		const grid = gridOf(read);
		const found = findInGrid(grid, LEAST);
		const questions = found.questions.map((question) => ({
			...question,
			id: `${index + 1}!${columnName(question.column)}${question.no}`,
		}));
		return { sheet, name: cut(sheet.name.trim(), 60, "…"), grid, found, questions };
	});
	const asking = all.filter(({ questions, found }) => questions.length + found.notTaken.length > 0);
	const shown = asking.filter(({ sheet }) => !sheet.hidden);
	const isOther = shown.some(({ name, questions }) => questions.length > 0 && !isAbout(name));
	const isTaken = ({ sheet, name }: FoundInSheet) => !sheet.hidden && !(isOther && isAbout(name));
	const left = asking.filter((each) => each.questions.length > 0 && !isTaken(each));
	return {
		taken: asking.filter(isTaken),
		hasFormulas,
		notTaken: left.map(({ sheet, name }) => ({
			place: name,
			why: sheet.hidden
				? "The sheet is hidden in the file. Unhide it and upload the file again if it needs answers."
				: "The sheet looks like instructions. Rename it and upload the file again if it needs answers.",
		})),
	};
}

function gridOf({ rows, merged, filled, lists, hiddenColumns, lastColumn }: SheetRead): Grid {
	const filledAt = rangeFinder(filled, rows);
	const listed = lists.flatMap(({ ranges, choices }) => ranges.map((range) => ({ ...range, choices })));
	const listAt = rangeFinder(listed, rows);
	return {
		rows: rows.map(
			({ no, hidden, cells }): GridRow => ({
				no,
				hidden,
				cells: cells.map(({ text, formula }, column) => ({
					text,
					blocked: formula || filledAt(no, column) ? FORMULA : "",
				})),
			}),
		),
		mergedAt: rangeFinder(merged, rows),
		isColumnHidden: (column) => hiddenColumns.some(({ left, right }) => left <= column && column <= right),
		choicesAt: (no, column) => listAt(no, column)?.choices,
		lastColumn: merged.reduce((last, { right }) => Math.max(last, right), lastColumn),
		isFixed: false,
	};
}
