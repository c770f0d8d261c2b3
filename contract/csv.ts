/**
 * Where a spreadsheet may see the start of a formula (OWASP, "CSV injection"): at the start of a cell, and inside one if its
 * separator is not ours, such as the semicolon used in many countries. Our quotes are not at the start of such a cell.
 */
const FORMULA = /(?:^|[;\t\r\n])(?="*[=+\-@＝＋－＠])/g;
/** Some spreadsheets skip these and see a formula behind them. */
const BLANK = /^[\t\r\n]/;
/** Most cells, which stay as they are: nothing that a formula starts with comes first, and nothing in it ends a cell. */
const HARMLESS = /^(?!["=+\-@＝＋－＠])[^;\t\r\n",]*$/;

type Cell = string | number | null;

/** A CSV file (RFC 4180) of one kind of row, safe to open in a spreadsheet: its first line, and a function that turns a row into a line. */
export type Csv<T> = { head: string; line: (row: T) => string };

export function csvOf<T>(columns: Record<string, (row: T) => Cell>): Csv<T> {
	const cells = Object.values(columns);
	return { head: csvLine(Object.keys(columns)), line: (row) => csvLine(cells.map((cell) => cell(row))) };
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => csvCell(cell)).join(",")}\r\n`;

/** A field that no spreadsheet takes for a formula, quoted if necessary. */
export function csvCell(cell: Cell, separator = ","): string {
	if (cell === null || typeof cell === "number") return csvText(cell === null ? "" : String(cell), separator);
	if (HARMLESS.test(cell) && !cell.includes(separator)) return cell;
	return csvText(cell.replace(FORMULA, "$&'").replace(BLANK, "'$&"), separator);
}

function csvText(text: string, separator: string): string {
	return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV file, batch by batch. */
export async function* csvLines<T>({ head, line }: Csv<T>, batches: AsyncIterable<T[]>): AsyncGenerator<string> {
	yield head;
	for await (const rows of batches) {
		if (rows.length > 0) yield rows.map(line).join("");
	}
}
