/** A cell that begins so is a formula to spreadsheets (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/;

type Cell = string | number | null;

/** A CSV file (RFC 4180) of rows of one sort, safe to open in a spreadsheet: its first line, and how each row is a line. */
export type Csv<T> = { head: string; line: (row: T) => string };

export function csvOf<T>(columns: Record<string, (row: T) => Cell>): Csv<T> {
	const cells = Object.values(columns);
	return { head: csvLine(Object.keys(columns)), line: (row) => csvLine(cells.map((cell) => cell(row))) };
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(cell: Cell): string {
	const text = cell === null ? "" : typeof cell === "number" ? String(cell) : cell.replace(FORMULA, "'$&");
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
