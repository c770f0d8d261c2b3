import { cut, kept } from "../cut.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { guessColumns } from "./guess-columns.ts";
import { type Columns, headsOf, isQuestionHead } from "./heads.ts";
import { depthOf, isHeadingText, isQuestion } from "./question-words.ts";

/** A question in a table, and where its answer goes. */
export type GridQuestion = {
	no: number;
	column: number;
	section: string;
	text: string;
	answer: string;
	/** The column for the answer. */
	into: number;
	/** A column beside it that accepts only one of these words. */
	choice?: { column: number; choices: readonly string[] };
};

export type FoundInGrid = {
	questions: GridQuestion[];
	notTaken: { no: number; why: string }[];
	/** Heading rows. */
	heads: number[];
};

const UPLOAD_AGAIN = "Change that in the file and upload it again if it needs an answer.";

/** Finds the questions in a table. `least`: how many it must have if its columns have no headings. */
export function findInGrid(grid: Grid, least: number): FoundInGrid {
	const found: FoundInGrid = { questions: [], notTaken: [], heads: [] };
	const first = grid.rows.findIndex((row) => headsOf(row, grid, true) !== undefined);
	const guessed = first === -1 ? guessColumns(grid, least) : undefined;
	if (first === -1 && !guessed) return found;
	let table = guessed && tableOf(grid, guessed, 0);
	let heading = "";
	/** A heading by its looks, until a question follows it. */
	let bare: GridRow | undefined;
	const dropBare = (): void => {
		if (bare) found.notTaken.push({ no: bare.no, why: "It looks like a heading without a question under it." });
		bare = undefined;
	};
	let inColumn = "";
	for (const [index, row] of grid.rows.entries()) {
		const columns = guessed || index < first ? undefined : headsOf(row, grid, index === first);
		if (columns) {
			table = tableOf(grid, columns, index + 1);
			found.heads.push(row.no);
			continue;
		}
		if (!table) continue;
		if (table.columns.section !== undefined) inColumn = cellAt(row, table.columns.section).text.trim() || inColumn;
		const read = readRow(grid, row, table);
		if (read.is === "heading") {
			// `1 Access` may stand above `1.1 Passwords`.
			if (bare && depthOf(read.text) <= depthOf(textOf(bare))) dropBare();
			heading = read.text;
			bare = read.isSure ? undefined : row;
		} else if (read.is === "fault") found.notTaken.push({ no: row.no, why: read.why });
		else if (read.is === "question") {
			bare = undefined;
			found.questions.push({ ...read.question, section: cut(inColumn || heading, 200, "…") });
		}
	}
	dropBare();
	return found;
}

/** A table's columns, and how its questions look. */
type Table = {
	columns: Columns;
	/** If many rows ask something, these are the questions; otherwise the rows are statements to respond to. */
	asks: boolean;
	/** How many numbers the ids of questions have. */
	depth: number;
};

function tableOf(grid: Grid, columns: Columns, from: number): Table {
	const rows = grid.rows.slice(from, from + 3_000).filter((row) => cellAt(row, columns.question).text.trim() !== "");
	const asking = rows.filter((row) => isQuestion(cellAt(row, columns.question).text));
	const asks = asking.length * 3 >= rows.length;
	const depths = (asks ? asking : rows).map((row) =>
		columns.id === undefined ? 0 : depthOf(cellAt(row, columns.id).text),
	);
	const counts = [...Map.groupBy(depths, (depth) => depth)].sort(([, a], [, b]) => b.length - a.length);
	return { columns, asks, depth: counts[0]?.[0] ?? 0 };
}

type Read =
	| { is: "nothing" }
	/** `isSure`: nothing could be answered there. */
	| { is: "heading"; text: string; isSure: boolean }
	| { is: "fault"; why: string }
	| { is: "question"; question: Omit<GridQuestion, "section"> };

const textOf = ({ cells }: GridRow): string => cells.find(({ text }) => text.trim() !== "")?.text.trim() ?? "";

function readRow(grid: Grid, row: GridRow, table: Table): Read {
	const { columns } = table;
	const { no } = row;
	const text = cellAt(row, columns.question).text.trim();
	const into = placeOf(grid, row, columns);
	const across = [columns.question, ...row.cells.keys()]
		.map((column) => grid.mergedAt(no, column))
		.find((range) => range && range.left <= columns.question && range.right >= columns.answer);
	if (across) {
		const all = textOf(row);
		if (all === "") return { is: "nothing" };
		if (!isQuestion(all)) return { is: "heading", text: all, isSure: true };
		return {
			is: "fault",
			why: `Its cell is merged across the table, so there is no cell for an answer. ${UPLOAD_AGAIN}`,
		};
	}
	if (text === "") {
		const filled = row.cells.filter((cell) => cell.text.trim() !== "");
		const all = textOf(row);
		const isHeading = filled.length === 1 && all.length > 2 && isHeadingText(all) && cellAt(row, into.into).text === "";
		return isHeading ? { is: "heading", text: all, isSure: true } : { is: "nothing" };
	}
	if (isQuestionHead(text)) return { is: "nothing" };
	if (isHeadingRow(row, table, text)) return { is: "heading", text, isSure: false };
	const why = faultOf(grid, row, into.into);
	if (why !== undefined) return { is: "fault", why };
	const answer = cellAt(row, into.into).text.trim() || (into.choice ? cellAt(row, into.choice.column).text.trim() : "");
	return {
		is: "question",
		question: { no, column: columns.question, text: kept(text), answer: kept(answer), ...into },
	};
}

/** Where an answer goes: beside a cell that accepts only certain words, there may be another for the rest. */
function placeOf(
	grid: Grid,
	row: GridRow,
	{ answer, comments, choices }: Columns,
): Pick<GridQuestion, "into" | "choice"> {
	const only = grid.choicesAt(row.no, answer) ?? choices;
	if (only === undefined || comments === undefined) return { into: answer };
	const isFree = cellAt(row, answer).blocked === "" && faultOf(grid, row, comments) === undefined;
	return { into: comments, ...(isFree && { choice: { column: answer, choices: only } }) };
}

function isHeadingRow(row: GridRow, { columns, asks, depth }: Table, text: string): boolean {
	if (!isHeadingText(text)) return false;
	const others = row.cells.some(
		(cell, column) =>
			cell.text.trim() !== "" && column !== columns.question && column !== columns.id && column !== columns.section,
	);
	if (others || cellAt(row, columns.answer).blocked !== "") return false;
	const own = columns.id === undefined ? "" : cellAt(row, columns.id).text.trim();
	if (depth > 0) return depthOf(own) < depth;
	return asks && own === "";
}

function faultOf(grid: Grid, row: GridRow, column: number): string | undefined {
	if (row.hidden) return `Its row is hidden in the file. ${UPLOAD_AGAIN}`;
	if (grid.isFixed && column >= row.cells.length) return "There is no cell for an answer beside it.";
	const merged = grid.mergedAt(row.no, column);
	if (merged && merged.top < row.no)
		return "Its answer cell is merged with the one above it, which another question has.";
	if (merged && merged.left < column) return "Its answer cell is merged with the one left of it.";
	const { blocked } = cellAt(row, column);
	return blocked === "" ? undefined : `Its answer cell ${blocked}`;
}
