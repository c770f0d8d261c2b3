import type { Mapping, UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import {
	type ListRead,
	READ_COLUMNS,
	readSheet,
	readStrings,
	type SheetRead,
	type XlsxParts,
	type XlsxSheet,
} from "#server/platform/files/xlsx/read-xlsx.ts";
import { cut } from "../cut.ts";
import type { Choice } from "../find/choices.ts";
import { findInGrid } from "../find/find-in-grid.ts";
import type { FoundInGrid, FoundTable, GridQuestion } from "../find/found-in-grid.ts";
import { type Grid, type GridRow, rangeFinder } from "../find/grid.ts";
import { sourcesColumn } from "../find/plan.ts";
import { understood } from "../find/understood.ts";
import type { NotTaken } from "../found.ts";
import { createLists } from "./lists.ts";
import { lockedIn, unlockedStyles } from "./locked.ts";

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
/** A sheet that repeats others has at least this share of its questions from them. */
const REPEATED = 0.8;
/** Sheets that people read before they answer, with nothing to fill in. */
const ABOUT =
	/^(?:instructions?|read ?me|guide|guidance|guidelines|how to(?: .*)?|introduction|intro|overview|about|cover(?: ?(?:page|sheet))?|title(?: page)?|glossary|definitions|legend|help|examples?|sample|lists?|lookups?|drop ?downs?|change ?log|versions?|(?:version|revision) history|contents|toc)$/i;
const isAbout = (name: string): boolean => ABOUT.test(name.split(/\W+/).filter(Boolean).join(" "));
/** A sheet has no more ranges of hidden columns than this. */
const LOOKED_AT = 16_384;
const FORMULA = "holds a formula, which is never overwritten.";

/** `hasFormulas`: whether any sheet has some, including skipped ones. */
type FoundInSheets = {
	taken: FoundInSheet[];
	tables: UnderstoodTable[];
	notTaken: NotTaken[];
	hasFormulas: boolean;
};

/** Goes through all sheets. Hidden ones, and those that explain how to answer, are skipped unless a person said otherwise. */
export function findInSheets(parts: XlsxParts, mapping: Mapping): FoundInSheets {
	const strings = readStrings(parts.sharedStrings);
	const reads = parts.sheets.map((sheet) => ({ sheet, name: sheet.name, read: readSheet(sheet.xml, strings, ROWS) }));
	const lists = createLists(reads, parts.names);
	const unlocked = unlockedStyles(parts.styles);
	const all = reads.map(({ sheet, read }, index): FoundInSheet => {
		const grid = gridOf(read, (list, no, column) => lists(index, list, no, column), lockedIn(read, unlocked));
		const name = cut(sheet.name.trim(), 60, "…");
		const found = findInGrid(grid, LEAST, { name, mapping });
		const questions = found.questions.map((question) => ({
			...question,
			id: `${index + 1}!${columnName(question.column)}${question.no}`,
		}));
		return { sheet, name, grid, found, questions };
	});
	const asking = all.filter(({ questions, found }) => questions.length + found.notTaken.length > 0);
	const shown = asking.filter(({ sheet }) => !sheet.hidden);
	const hasForm = shown.some(({ questions, found }) => questions.length > 0 && found.isForm);
	const isOther = shown.some(({ name, questions }) => questions.length > 0 && !isAbout(name));
	const repeats = repeatsIn(shown);
	/** Texts that ask, but are only read. */
	const isRead = ({ name, found }: FoundInSheet) => !found.isForm && (hasForm || (isOther && isAbout(name)));
	const isGiven = ({ found }: FoundInSheet) =>
		found.tables.some(({ use, by }) => by === "person" && use.use === "questions");
	const isTaken = (each: FoundInSheet) => isGiven(each) || (!each.sheet.hidden && !isRead(each) && !repeats.has(each));
	const isLeft = (each: FoundInSheet) => each.questions.length > 0 && !isTaken(each);
	const whyOf = (each: FoundInSheet) => (isLeft(each) ? whyLeft(each, repeats.has(each)) : "");
	return {
		taken: asking.filter(isTaken),
		hasFormulas: reads.some(({ read }) => read.hasFormulas),
		tables: all.flatMap((each) =>
			each.found.tables.map((table) => understood(isLeft(each) ? leftOut(table) : table, each.name, whyOf(each))),
		),
		notTaken: [
			...asking.filter(isLeft).map((each) => ({ place: each.name, why: whyOf(each) })),
			...asking
				.filter((each) => isTaken(each) && isLockedBeyond(each))
				.map(({ name }) => ({ place: name, why: NO_SOURCES })),
			...(parts.sheetsLeft > 0
				? [{ place: "Other sheets", why: `${parts.sheetsLeft} more sheets were not read.` }]
				: []),
		],
	};
}

const NO_SOURCES = "The sheet is protected, so it gets no column of sources. They can be comments instead.";

function isLockedBeyond({ grid, questions, found }: FoundInSheet): boolean {
	const column = sourcesColumn(grid, found);
	return questions.some(({ no }) => grid.lockedAt(no, column));
}

const leftOut = (table: FoundTable): FoundTable => ({ ...table, use: { use: "nothing" } });

function whyLeft({ sheet, questions }: FoundInSheet, isRepeat: boolean): string {
	const count = questions.length === 1 ? "One text in it asks" : `${questions.length} texts in it ask`;
	if (sheet.hidden) {
		return `The sheet is hidden in the file. ${count} something. ${SAY_SO}`;
	}
	if (isRepeat) {
		return `The sheet repeats questions of another one, whose answers it only shows or rates. ${count} something. ${SAY_SO}`;
	}
	return `The sheet looks like instructions: ${count} something, but no heading says where answers go. ${SAY_SO}`;
}

const SAY_SO = "If it needs answers, say so under “How the file was read”.";

/** Sheets that show or rate the answers of another one: most of their questions are there, too, and only there they can be answered. */
function repeatsIn(sheets: readonly FoundInSheet[]): Set<FoundInSheet> {
	const byText = new Map<string, Set<FoundInSheet>>();
	for (const each of sheets) {
		for (const { text } of each.questions) byText.set(text, (byText.get(text) ?? new Set()).add(each));
	}
	return new Set(
		sheets.filter((each) => {
			const shared = new Map<FoundInSheet, number>();
			for (const { text } of each.questions) {
				for (const other of byText.get(text) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
			}
			const least = Math.max(1, each.questions.length * REPEATED);
			return [...shared].some(([other, count]) => count >= least && formOf(other) > formOf(each));
		}),
	);
}

/** How much a sheet is one to fill in: it says where, and does not show what was answered elsewhere. */
const formOf = ({ found }: FoundInSheet): number => (found.heads.length > 0 ? 1 : 0) + (found.showsAnswers ? 0 : 1);

function gridOf(
	{ rows, merged, filled, lists, hiddenColumns, lastColumn }: SheetRead,
	choicesOf: (list: ListRead, no: number, column: number) => readonly Choice[],
	lockedAt: Grid["lockedAt"],
): Grid {
	const filledAt = rangeFinder(filled, rows);
	const listed = lists.flatMap((list) => list.ranges.map((range) => ({ ...range, list })));
	const listAt = rangeFinder(listed, rows);
	const hidden = new Set<number>();
	for (const { left, right } of hiddenColumns.slice(0, LOOKED_AT)) {
		for (let column = Math.max(0, left); column <= Math.min(right, READ_COLUMNS); column += 1) hidden.add(column);
	}
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
		isColumnHidden: (column) => hidden.has(column),
		choicesAt(no, column) {
			const list = listAt(no, column)?.list;
			return list && choicesOf(list, no, column);
		},
		lockedAt,
		lastColumn: merged.reduce((last, { right }) => Math.max(last, right), lastColumn),
		isFixed: false,
	};
}
