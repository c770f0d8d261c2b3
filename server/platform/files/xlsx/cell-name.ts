/** Cells from one column and row to another, both included. Columns count from 0, rows from 1 as in the file. */
export type CellRange = { left: number; top: number; right: number; bottom: number };

/** From 0: `A1` is in 0, `AB7` in 27. */
export function columnOf(reference: string | undefined): number | undefined {
	const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? "")?.[1];
	return letters === undefined ? undefined : columnNumber(letters);
}

/** From 0: 27 is `AB`. */
export function columnName(column: number): string {
	const before = Math.floor(column / 26) - 1;
	return (before < 0 ? "" : columnName(before)) + String.fromCharCode(65 + (column % 26));
}

/** `B2:D5`, or `B2` alone. Undefined for whole rows and columns. */
export function rangeOf(reference: string): CellRange | undefined {
	const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(reference);
	if (!found) return undefined;
	const [, left = "", top = "", right = left, bottom = top] = found;
	return { left: columnNumber(left), top: Number(top), right: columnNumber(right), bottom: Number(bottom) };
}

const columnNumber = (letters: string): number =>
	[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
