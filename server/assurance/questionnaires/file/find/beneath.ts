import { cut, kept } from "../cut.ts";
import type { FoundInGrid } from "./found-in-grid.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { isId, isQuestion, isSentence } from "./question-words.ts";
import { notAQuestion } from "./row-kinds.ts";

/** The questions of a table in which each covers a row, and the row below is for its answer; undefined if it is not such a table. */
export function findBeneath(grid: Grid): FoundInGrid | undefined {
	const found: FoundInGrid = {
		questions: [],
		notTaken: [],
		heads: [],
		newHeads: [],
		tables: [],
		isForm: true,
		showsAnswers: false,
	};
	let asked = 0;
	let section = "";
	for (const [index, row] of grid.rows.entries()) {
		const said = onlyText(row);
		if (said === undefined) {
			if (row.cells.some(({ text }) => isQuestion(text))) asked += 1;
			continue;
		}
		const next = grid.rows[index + 1];
		const isAsked = isQuestion(said.text);
		if (isAsked) asked += 1;
		const place = next && !row.hidden && coversRow(grid, row, said.column) ? placeIn(grid, next, row) : undefined;
		if (place !== undefined && next && (isAsked || isSentence(said.text)) && notAQuestion(said.text) === undefined) {
			found.questions.push({
				no: row.no,
				column: said.column,
				section: cut(section, 200, "…"),
				text: kept(said.text),
				answer: kept(cellAt(next, place).text.trim()),
				at: next.no,
				into: place,
			});
		} else if (!isAsked && said.text.length <= 100) section = said.text;
	}
	const asking = found.questions.filter(({ text }) => isQuestion(text)).length;
	return asking > 0 && asking * 5 >= asked * 4 ? found : undefined;
}

/** The text of a row that has only one, apart from an id. */
function onlyText({ cells }: GridRow): { column: number; text: string } | undefined {
	const filled = [...cells.entries()].filter(([, { text }]) => text.trim() !== "");
	const texts = filled.filter(([, { text }]) => !isId(text));
	const [first] = texts;
	return first && texts.length === 1 && filled.at(-1) === first && filled.length <= 2
		? { column: first[0], text: first[1].text.trim() }
		: undefined;
}

/** There is no cell to the right of it. */
function coversRow(grid: Grid, row: GridRow, column: number): boolean {
	if (grid.isFixed) return row.cells.length <= column + 1;
	const range = grid.mergedAt(row.no, column);
	return range !== undefined && range.right > range.left && range.right >= grid.lastColumn;
}

/** Where an answer fits in the row below; undefined if that row is something else. */
function placeIn(grid: Grid, next: GridRow, row: GridRow): number | undefined {
	if (next.no !== row.no + 1 || next.hidden) return undefined;
	const filled = [...next.cells.entries()].filter(([, { text }]) => text.trim() !== "");
	if (filled.length > 1 || filled.some(([, { text }]) => isQuestion(text))) return undefined;
	const column = filled[0]?.[0] ?? 0;
	return next.cells[column]?.blocked === "" && !grid.lockedAt(next.no, column) ? column : undefined;
}
