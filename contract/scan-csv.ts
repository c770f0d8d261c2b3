import type { ScanSummary } from "./scans.ts";

/** A cell that begins so is a formula to spreadsheets (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/;

type Cell = string | number | null;

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. */
const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(cell: Cell): string {
	const text = cell === null ? "" : typeof cell === "number" ? String(cell) : cell.replace(FORMULA, "'$&");
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const COLUMNS: Record<string, (scan: ScanSummary) => Cell> = {
	id: ({ id }) => id,
	kind: ({ kind }) => kind,
	target: ({ target }) => target,
	status: ({ status, failure }) => (failure?.code === "cancelled" ? "cancelled" : status),
	accepted_at: ({ acceptedAt }) => acceptedAt,
	started_at: ({ startedAt }) => startedAt,
	finished_at: ({ finishedAt }) => finishedAt,
	coverage: ({ coverage }) => coverage,
	worst: ({ worst }) => worst,
	high: ({ findings }) => findings?.high ?? null,
	medium: ({ findings }) => findings?.medium ?? null,
	low: ({ findings }) => findings?.low ?? null,
	none: ({ findings }) => findings?.none ?? null,
	failure: ({ failure }) => failure?.message ?? null,
};

/** First line of a CSV file of scans. */
export const SCAN_CSV_HEAD = csvLine(Object.keys(COLUMNS));

/** A scan's line in it. */
export const scanCsvLine = (scan: ScanSummary): string => csvLine(Object.values(COLUMNS).map((cell) => cell(scan)));
