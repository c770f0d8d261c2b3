import { READ_COLUMNS } from "#server/platform/files/xlsx/read-xlsx.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { isId, isQuestion, isSentence, wordCount } from "./question-words.ts";

/** What the cells of one column are, counted over the rows of a table. */
export type ColumnProfile = {
	column: number;
	rows: number;
	filled: number;
	/** Texts that ask, and whole sentences that do not. */
	asks: number;
	sentences: number;
	ids: number;
	/** Different texts. */
	distinct: number;
	/** Words in all. */
	words: number;
	/** Cells that accept only certain words. */
	listed: number;
	/** Cells that must not be written. */
	blocked: number;
};

/** A table shows what its columns are within this many rows. */
export const LOOKED_AT = 3_000;

/**
 * The profiles of the visible columns, from the left, and of the empty one behind them. `named`: how many of them have a heading at
 * most; without headings all are looked at.
 */
export function profileColumns(grid: Grid, rows: readonly GridRow[], named: number | undefined): ColumnProfile[] {
	const shown = rows.filter(({ hidden, cells }) => !hidden && cells.some(({ text }) => text.trim() !== ""));
	const sample = shown.slice(0, LOOKED_AT);
	const profiles: ColumnProfile[] = [];
	const wide = sample.reduce((most, { cells }) => Math.max(most, cells.length), named ?? grid.lastColumn + 1);
	for (let column = 0; column <= Math.min(wide, grid.lastColumn + 1, READ_COLUMNS); column += 1) {
		if (!grid.isColumnHidden(column)) profiles.push(profileOf(grid, sample, column));
	}
	return profiles;
}

export function profileOf(grid: Grid, rows: readonly GridRow[], column: number): ColumnProfile {
	const profile = {
		column,
		rows: rows.length,
		filled: 0,
		asks: 0,
		sentences: 0,
		ids: 0,
		words: 0,
		listed: 0,
		blocked: 0,
	};
	const texts = new Set<string>();
	for (const row of rows) {
		const { text, blocked } = cellAt(row, column);
		if (blocked !== "" || grid.lockedAt(row.no, column)) profile.blocked += 1;
		if (grid.choicesAt(row.no, column) !== undefined) profile.listed += 1;
		if (text.trim() === "") continue;
		profile.filled += 1;
		texts.add(text);
		profile.words += wordCount(text);
		if (isId(text)) profile.ids += 1;
		else if (isQuestion(text)) profile.asks += 1;
		else if (isSentence(text)) profile.sentences += 1;
	}
	return { ...profile, distinct: texts.size };
}
