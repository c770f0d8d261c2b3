import Papa from "papaparse";

/** `problem`: its quotes do not match, so its cells cannot be trusted. */
export type Row = { line: number; cells: string[]; problem: string | null };

/** How many lines one paste may have. */
export const LINES_LIMIT = 500;
/** How many lines are looked through for so many rows: some are blank, and some rows span several. */
const LINES_READ = 4 * LINES_LIMIT;

/**
 * The first rows of CSV, or of cells copied from a spreadsheet, without blank ones. A row may span several lines: `line` is its first.
 * `rest` is the text after them, which is not worth reading because there is more than the limit before it.
 */
export function readRows(text: string): { rows: Row[]; rest: string } {
	const end = startOfLine(text, LINES_READ + 1);
	const read = text.slice(0, end).replace(/\r\n?/g, "\n");
	const [delimiter = ","] = /[,\t]/.exec(read) ?? [];
	const { data, errors } = Papa.parse<string[]>(read, { delimiter, newline: "\n" });
	const wrong = new Set(errors.flatMap(({ type, row }) => (type === "Quotes" && row !== undefined ? row : [])));
	const rows: Row[] = [];
	let line = 1;
	for (const [index, cells] of data.entries()) {
		const problem = wrong.has(index) ? "The quotes do not match." : null;
		if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells, problem });
		line += cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 1);
	}
	return { rows, rest: text.slice(end) };
}

/** Where a line starts, counted from 1; the text's end if it has fewer. */
function startOfLine(text: string, line: number): number {
	const ends = /\r\n?|\n/g;
	for (let at = 1; at < line; at++) if (!ends.test(text)) return text.length;
	return ends.lastIndex;
}

/** How many lines are not blank. */
export function countLines(text: string): number {
	const filled = /\S[^\r\n]*/g;
	let count = 0;
	while (filled.test(text)) count++;
	return count;
}
