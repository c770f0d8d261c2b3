import { cellAt, type Grid } from "./grid.ts";
import type { Columns } from "./heads.ts";
import { isQuestion } from "./question-words.ts";

/** A file may start with prose; its columns show within this many rows. */
const LOOKED_AT = 3_000;

/**
 * The columns of a table without headings: most questions are in one, and the answers go into the first column to its right that is not
 * already full. `least`: how many questions there must be.
 */
export function guessColumns(grid: Grid, least: number): Columns | undefined {
	const rows = grid.rows.slice(0, LOOKED_AT).filter(({ hidden }) => !hidden);
	const counts = new Map<number, number>();
	for (const { cells } of rows) {
		for (const [column, { text }] of cells.entries()) {
			if (isQuestion(text) && !grid.isColumnHidden(column)) counts.set(column, (counts.get(column) ?? 0) + 1);
		}
	}
	const [best] = [...counts].sort(([a, many], [b, more]) => more - many || a - b);
	if (best === undefined || best[1] < least) return undefined;
	const [question] = best;
	const asked = rows.filter((row) => isQuestion(cellAt(row, question).text));
	const merged = Math.max(
		question,
		...asked.map(({ no }) => grid.mergedAt(no, question)?.right ?? question).slice(0, 50),
	);
	const right: number[] = [];
	for (let column = merged + 1; column <= Math.max(grid.lastColumn, merged + 1); column += 1) {
		if (!grid.isColumnHidden(column)) right.push(column);
	}
	const isOpen = (column: number) =>
		asked.filter((row) => cellAt(row, column).text.trim() === "").length * 2 > asked.length;
	const answer = right.find(isOpen) ?? right[0];
	return answer === undefined ? undefined : { question, answer };
}
