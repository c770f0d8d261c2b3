import { BadFile } from "#server/platform/files/bad-file.ts";

/** A field, and where it is in the text, including its quotes. */
export type Field = { text: string; start: number; end: number };
/** Rows are never empty: an empty line is one empty field. */
export type ScannedRow = [Field, ...Field[]];

const COLUMNS = 200;

/**
 * The rows of a CSV text. Parsers from npm report the contents of fields but not their positions, which we need to write into some of
 * them and leave the rest untouched.
 */
export function scanCsv(text: string, separator: string, mostRows: number): ScannedRow[] {
	const rows: ScannedRow[] = [];
	let at = 0;
	while (at < text.length) {
		const { row, end } = scanRow(text, at, separator);
		rows.push(row);
		if (rows.length > mostRows) throw new BadFile("It has more than 50,000 rows.");
		at = text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1;
	}
	return rows;
}

function scanRow(text: string, from: number, separator: string): { row: ScannedRow; end: number } {
	const first = scanField(text, from, separator);
	const row: ScannedRow = [first];
	let { end } = first;
	while (text[end] === separator) {
		const field = scanField(text, end + 1, separator);
		row.push(field);
		if (row.length > COLUMNS) throw new BadFile("It has more than 200 columns.");
		end = field.end;
	}
	return { row, end };
}

function scanField(text: string, start: number, separator: string): Field {
	let at = start;
	let value = "";
	if (text[start] === '"') {
		const parts: string[] = [];
		at += 1;
		for (;;) {
			const quote = text.indexOf('"', at);
			parts.push(text.slice(at, quote === -1 ? text.length : quote));
			at = quote === -1 ? text.length : quote + 1;
			if (text[at] !== '"' || quote === -1) break;
			parts.push('"');
			at += 1;
		}
		value = parts.join("");
	}
	// What follows closing quotes belongs to the field, as in spreadsheets.
	const rest = at;
	while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
	return { text: value + text.slice(rest, at), start, end: at };
}
