import { READ_COLUMNS } from "#server/platform/files/xlsx/read-xlsx.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { isShort, type Rated, type Role, rateHead, shortHead } from "./head-words.ts";
import { isId, isQuestion, isSentence, wordCount } from "./question-words.ts";

/** The heading of a table: of one row, or of several that are merged into one. */
export type Head = {
	/** The places of its first and last row in the grid. */
	first: number;
	last: number;
	/** What each column is called; empty if it is not. */
	texts: readonly string[];
	/** What the lowest line alone calls it. */
	lows: readonly string[];
};

/** So many points of different roles make a heading. */
const ENOUGH = 4;
/** A heading in a row that asks has no more words than this: `In place?`. */
const ASKING = 4;
const MOST_LINES = 3;

/** The heading that starts in this row; undefined if there is none. `isFirst`: rows among the questions may use such words, too. */
export function headAt(grid: Grid, index: number, isFirst: boolean): Head | undefined {
	const row = grid.rows[index];
	if (!row || !mayBeHead(grid, row)) return undefined;
	const first = textsOf(grid, row);
	let head: Head = { first: index, last: index, texts: first, lows: first };
	let isHead = saysEnough(head, isFirst);
	for (let next = index + 1; next < index + MOST_LINES; next += 1) {
		const line = grid.rows[next];
		const above = grid.rows[next - 1];
		if (!line || !above || line.no !== above.no + 1 || !mayBeHead(grid, line)) break;
		if (!isSecondLine(grid, row, line)) break;
		const lower = textsOf(grid, line);
		const lows = Array.from(joined(head.lows, lower), (_, column) => lower[column] || (head.lows[column] ?? ""));
		head = { ...head, last: next, texts: joined(head.texts, lower), lows };
		isHead = saysEnough(head, isFirst);
	}
	return isHead ? head : undefined;
}

/** A row of data has an id, a number in front, a long text or a question in it. */
function mayBeHead({ isColumnHidden }: Grid, row: GridRow): boolean {
	const filled = row.cells.filter(({ text }, column) => text.trim() !== "" && !isColumnHidden(column));
	const [front] = filled;
	if (!front || filled.length < 2 || (isId(front.text) && rateHead(front.text) === undefined)) return false;
	return filled.every((cell) => {
		const text = shortHead(cell.text);
		if (!isShort(text)) return false;
		return !isQuestion(text) || wordCount(text) <= ASKING || (rateHead(text)?.rate ?? 0) >= 3;
	});
}

/** Below a cell that is merged down or across, a line belongs to the heading above it. */
function isSecondLine(grid: Grid, head: GridRow, line: GridRow): boolean {
	const isUnder = (column: number): boolean => {
		const range = grid.mergedAt(head.no, column);
		return range !== undefined && (range.bottom >= line.no || range.right > range.left);
	};
	const filled = [...line.cells.keys()].filter((column) => cellAt(line, column).text.trim() !== "");
	return filled.length > 0 && filled.every(isUnder);
}

/** A merged heading names all the columns below it. */
function textsOf(grid: Grid, row: GridRow): string[] {
	const texts = row.cells.map(({ text }) => shortHead(text));
	const spread: string[] = [];
	for (const [column, text] of texts.entries()) {
		if (text === "") continue;
		const range = grid.mergedAt(row.no, column);
		const right = range?.left === column ? Math.min(range.right, grid.lastColumn, READ_COLUMNS - 1) : column;
		for (let at = column; at <= right; at += 1) spread[at] = (texts[at] ?? "") || text;
	}
	return Array.from(spread, (text) => text ?? "");
}

const joined = (upper: readonly string[], lower: readonly string[]): string[] =>
	Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) =>
		[upper[column] ?? "", lower[column] ?? ""].filter((text) => text !== "").join(" "),
	);

/** A heading says where questions are answered, or which column has them. */
function saysEnough(head: Head, isFirst: boolean): boolean {
	const best = new Map<Role, number>();
	let isKnown = true;
	for (const [column, text] of head.texts.entries()) {
		const rated = ratedAt(head, column);
		if (!rated && text !== "") isKnown = false;
		if (rated) best.set(rated.role, Math.max(best.get(rated.role) ?? 0, rated.rate));
	}
	if (best.size < 2) return false;
	const points = [...best.values()].reduce((sum, rate) => sum + rate, 0);
	const isAnswered = best.has("answer") || best.has("comments");
	if (isFirst && isKnown && isAnswered && best.has("question")) return true;
	return points >= ENOUGH && (isAnswered || (best.get("question") ?? 0) >= 2);
}

/** Above the first question, the heading that no word of which we know: short texts over the question and over its answer. */
export function unknownHeadAt(
	grid: Grid,
	{ question, answer }: { question: number; answer: number },
): Head | undefined {
	const first = grid.rows.findIndex((row) => {
		const { text } = cellAt(row, question);
		return isQuestion(text) || isSentence(text);
	});
	const [row, asked] = [grid.rows[first - 1], grid.rows[first]];
	if (!row || !asked || row.no + 1 !== asked.no || !mayBeHead(grid, row)) return undefined;
	const isNamed = (column: number): boolean => cellAt(row, column).text.trim() !== "";
	if (!isNamed(question) || !isNamed(answer)) return undefined;
	const texts = textsOf(grid, row);
	return { first: first - 1, last: first - 1, texts, lows: texts };
}

/** Blocks of a sheet with the same heading, except for a title in it, are one table. */
export const kindOf = ({ texts }: Head): string =>
	texts.map((text) => (rateHead(text) ? text.toLowerCase() : "")).join("\n");

/** The lowest line says what a column is for; those above it, whose it is. */
export function ratedAt(head: Head | undefined, column: number): Rated | undefined {
	const [text, low] = [head?.texts[column] ?? "", head?.lows[column] ?? ""];
	if (text === low) return rateHead(text);
	const above = rateHead(text.slice(0, text.length - low.length));
	if (above?.role === "other") return above;
	const whole = rateHead(text);
	return rateHead(low) ?? (whole && { role: whole.role, rate: 1 });
}
