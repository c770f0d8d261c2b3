import { choiceFor } from "#contract/questionnaires/choice.ts";
import { kept } from "../cut.ts";
import type { Columns } from "./choose-columns.ts";
import type { GridQuestion } from "./found-in-grid.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { isQuestionHead } from "./head-words.ts";
import { depthOf, hasQuestionMark, isHeadingText, isId, isQuestion, isSentence } from "./question-words.ts";
import { isPlaceholder, notAQuestion } from "./row-kinds.ts";
import type { Table } from "./table.ts";

export type Read =
	| { is: "nothing" }
	/** `isSure`: nothing could be answered there. */
	| { is: "heading"; text: string; isSure: boolean }
	| { is: "fault"; why: string }
	| { is: "question"; asks: boolean; question: Omit<GridQuestion, "section"> };

const UPLOAD_AGAIN = "Change that in the file and upload it again if it needs an answer.";

const HINT = "It has no number, unlike the questions: it looks like a hint on the one above.";

export const textOf = ({ cells }: GridRow): string => cells.find(({ text }) => text.trim() !== "")?.text.trim() ?? "";

export const isBlank = ({ cells }: GridRow): boolean => cells.every(({ text }) => text.trim() === "");

/** What a row below a heading is. */
export function readRow(grid: Grid, row: GridRow, table: Table, next: GridRow | undefined): Read {
	const { columns } = table;
	const { no } = row;
	const text = cellAt(row, columns.question).text.trim();
	const into = placeOf(grid, row, columns);
	const across = [columns.question, ...row.cells.keys()]
		.map((column) => grid.mergedAt(no, column))
		.find((range) => range && range.left <= columns.question && range.right >= columns.answer);
	if (across) return readMerged(grid, row, across.left, next);
	if (text === "") return readWithoutText(row, table, columns.answer);
	if (isQuestionHead(text) || isId(text) || notAQuestion(text) !== undefined) return { is: "nothing" };
	if (isHeadingRow(grid, row, table, text)) return { is: "heading", text, isSure: false };
	if (!mayAsk(row, table, text))
		return { is: "fault", why: "It asks nothing, and no heading says what is to be answered there." };
	if (isHint(row, table, text)) return { is: "fault", why: HINT };
	const why = faultOf(grid, row, into.into ?? columns.answer) ?? (isUnknownList(into) ? UNKNOWN_LIST : undefined);
	if (why !== undefined) return { is: "fault", why };
	const answer = standingIn(row, into);
	return {
		is: "question",
		asks: isQuestion(text),
		question: { no, column: columns.question, text: kept(text), answer: kept(answer), at: no, ...into },
	};
}

/** What a row has for an answer: a choice and a text, unless the text begins with the choice. */
function standingIn(row: GridRow, { into, choice }: Pick<GridQuestion, "into" | "choice">): string {
	const textAt = (column: number | undefined): string => (column === undefined ? "" : cellAt(row, column).text.trim());
	const [chosen, text] = [textAt(choice?.column), textAt(into)];
	if (chosen === "" || isPlaceholder(chosen) || choiceFor(text, [chosen]) !== undefined) return text;
	return text === "" ? chosen : `${chosen} · ${text}`;
}

/** A text over the whole width is a heading, or a question with its answer in the row below. */
function readMerged(grid: Grid, row: GridRow, left: number, next: GridRow | undefined): Read {
	const all = textOf(row);
	if (all === "" || notAQuestion(all) !== undefined) return { is: "nothing" };
	if (!isQuestion(all)) return { is: "heading", text: all, isSure: true };
	if (next && next.no === row.no + 1 && !next.hidden && isBlank(next) && canHold(grid, next, left)) {
		const column = row.cells.findIndex(({ text }) => text.trim() !== "");
		return {
			is: "question",
			asks: true,
			question: { no: row.no, column, text: kept(all), answer: "", at: next.no, into: left },
		};
	}
	return {
		is: "fault",
		why: `Its cell is merged across the table, so there is no cell for an answer. ${UPLOAD_AGAIN}`,
	};
}

const canHold = (grid: Grid, row: GridRow, column: number): boolean =>
	cellAt(row, column).blocked === "" && !grid.lockedAt(row.no, column);

/** A section may have its name in another column, and figures beside it. */
function readWithoutText(row: GridRow, { columns }: Table, into: number): Read {
	const filled = [...row.cells.entries()].filter(([, cell]) => cell.text.trim() !== "");
	const [front] = filled;
	const all = textOf(row);
	if (!front || notAQuestion(all) !== undefined) return { is: "nothing" };
	if (
		filled.some(
			([column, { text }]) => column < columns.question && hasQuestionMark(text) && column !== columns.subject,
		)
	) {
		return { is: "fault", why: "It asks something, but in another column than the other questions." };
	}
	const isAlone = filled.length === 1 || (front[0] < columns.question && !isId(all) && filled.length <= 3);
	const isHeading = isAlone && all.length > 2 && isHeadingText(all) && cellAt(row, into).text === "";
	return isHeading ? { is: "heading", text: all, isSure: true } : { is: "nothing" };
}

/**
 * Where an answer goes. Into a cell with a list goes one of its values, and the rest into one for comments, if there is one; a heading
 * that asks for certain words leaves room for others.
 */
function placeOf(
	grid: Grid,
	row: GridRow,
	{ answer, comments, choices }: Columns,
): Pick<GridQuestion, "into" | "choice"> {
	const listed = grid.choicesAt(row.no, answer);
	const only = listed ?? choices;
	if (only === undefined || (comments === undefined && listed === undefined)) return { into: answer };
	const choice = { column: answer, choices: only };
	if (comments === undefined || faultOf(grid, row, comments) !== undefined) return { choice };
	return { into: comments, ...(faultOf(grid, row, answer) === undefined && only.length > 0 && { choice }) };
}

const isUnknownList = ({ into, choice }: Pick<GridQuestion, "into" | "choice">): boolean =>
	into === undefined && choice?.choices.length === 0;

const UNKNOWN_LIST =
	"Its answer cell accepts only values of a list that cannot be read, and no cell beside it takes a text. Please fill it in yourself.";

function isHeadingRow(grid: Grid, row: GridRow, table: Table, text: string): boolean {
	if (!isHeadingText(text)) return false;
	const { columns, asks, isSpelledOut, depth } = table;
	const own = columns.id === undefined ? "" : cellAt(row, columns.id).text.trim();
	const others = row.cells.some(
		(cell, column) =>
			cell.text.trim() !== "" && column !== columns.question && column !== columns.id && column !== columns.section,
	);
	if (cellAt(row, columns.answer).blocked !== "") return false;
	// A section has a shorter number than its questions, whatever else its row says.
	if (others) {
		const isEmpty = cellAt(row, columns.answer).text.trim() === "";
		return isEmpty && isSpelledOut && !isSentence(text) && depth > 0 && depthOf(own) < depth;
	}
	// `a)` is a point of the question above it.
	if (depth > 0) return depthOf(own) < depth && !(isId(own) && depthOf(own) === 0);
	if (own !== "") return false;
	const isUnlisted = table.isListed && grid.choicesAt(row.no, columns.answer) === undefined;
	return asks || isUnlisted || (isSpelledOut && !isSentence(text));
}

/** Among questions with ids, a sentence without one explains the question above it. */
function isHint(row: GridRow, { columns, asksAlways, depth }: Table, text: string): boolean {
	const hasId = columns.id !== undefined && cellAt(row, columns.id).text.trim() !== "";
	return asksAlways && depth > 0 && !hasId && !hasQuestionMark(text) && (isSentence(text) || isQuestion(text));
}

/** In a table without headings a fact such as a company's name stands beside the questions. */
function mayAsk(row: GridRow, { columns, isHeaded, isSpelledOut }: Table, text: string): boolean {
	if (isHeaded || isQuestion(text)) return true;
	const hasId = columns.id !== undefined && isId(cellAt(row, columns.id).text);
	return hasId || (isSpelledOut && isSentence(text));
}

function faultOf(grid: Grid, row: GridRow, column: number): string | undefined {
	if (row.hidden) return `Its row is hidden in the file. ${UPLOAD_AGAIN}`;
	if (grid.isFixed && column >= row.cells.length) return "There is no cell for an answer beside it.";
	const merged = grid.mergedAt(row.no, column);
	if (merged && merged.top < row.no)
		return "Its answer cell is merged with the one above it, which another question has.";
	if (merged && merged.left < column) return "Its answer cell is merged with the one left of it.";
	const { blocked } = cellAt(row, column);
	if (blocked !== "") return `Its answer cell ${blocked}`;
	return grid.lockedAt(row.no, column) ? "Its answer cell is locked: the sheet is protected." : undefined;
}
