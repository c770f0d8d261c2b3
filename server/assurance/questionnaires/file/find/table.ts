import type { Columns } from "./choose-columns.ts";
import { LOOKED_AT } from "./column-profile.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { type Head, ratedAt } from "./heads.ts";
import { depthOf, isQuestion, isSentence } from "./question-words.ts";

/** A table's columns, and how its questions look. */
export type Table = {
	columns: Columns;
	isHeaded: boolean;
	/** If many rows ask something, these are the questions; otherwise the rows are statements to respond to. */
	asks: boolean;
	/** Of the rows with ids nearly all ask something. */
	asksAlways: boolean;
	/** Nearly all rows are sentences or ask: a short text is not one of them. */
	isSpelledOut: boolean;
	/** How many numbers the ids of questions have. */
	depth: number;
	/** Whether the answers' cells accept only certain words. */
	isListed: boolean;
	/** Whether formulas fill a column of answers. */
	showsAnswers: boolean;
};

export function tableOf(grid: Grid, columns: Columns, all: readonly GridRow[], head: Head | undefined): Table {
	const rows = all.filter((row) => cellAt(row, columns.question).text.trim() !== "").slice(0, LOOKED_AT);
	const textOf = (row: GridRow): string => cellAt(row, columns.question).text;
	const asking = rows.filter((row) => isQuestion(textOf(row)));
	const spelledOut = rows.filter((row) => isQuestion(textOf(row)) || isSentence(textOf(row)));
	const listed = rows.filter(({ no }) => grid.choicesAt(no, columns.answer) !== undefined);
	const asks = asking.length * 3 >= rows.length;
	const withIds = rows.filter((row) => columns.id !== undefined && cellAt(row, columns.id).text.trim() !== "");
	const askingWithIds = withIds.filter((row) => isQuestion(textOf(row)));
	const depths = (asks ? asking : rows).map((row) =>
		columns.id === undefined ? 0 : depthOf(cellAt(row, columns.id).text),
	);
	const counts = [...Map.groupBy(depths, (depth) => depth)].sort(([, a], [, b]) => b.length - a.length);
	return {
		columns,
		isHeaded: head !== undefined,
		asks,
		asksAlways: withIds.length > 0 && askingWithIds.length * 5 >= withIds.length * 4,
		isSpelledOut: spelledOut.length * 4 >= rows.length * 3,
		depth: counts[0]?.[0] ?? 0,
		showsAnswers: [...(head?.texts.keys() ?? [])].some(
			(column) =>
				ratedAt(head, column)?.role === "answer" &&
				rows.filter((row) => cellAt(row, column).blocked !== "").length * 5 >= Math.max(1, rows.length * 4),
		),
		isListed: listed.length * 2 > rows.length,
	};
}
