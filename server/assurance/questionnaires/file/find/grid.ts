import type { CellRange } from "#server/platform/files/xlsx/cell-name.ts";
import { READ_COLUMNS } from "#server/platform/files/xlsx/read-xlsx.ts";
import type { Choice } from "./choices.ts";

/** A field of a table. `blocked`: why nothing may be written there, as the end of a sentence; empty if it may. */
export type GridCell = { text: string; blocked: string };

/** A row with its number in the file, from 1. */
export type GridRow = { no: number; hidden: boolean; cells: readonly GridCell[] };

/** A table as it stands in a file of any type. */
export type Grid = {
	/** In ascending order. */
	rows: readonly GridRow[];
	/** The merged cells that this one belongs to. */
	mergedAt(no: number, column: number): CellRange | undefined;
	isColumnHidden(column: number): boolean;
	/** Undefined if this cell accepts any text. Empty if we do not know what it accepts. */
	choicesAt(no: number, column: number): readonly Choice[] | undefined;
	/** Whether the cell, which may not be in the file yet, must stay as it is because its sheet is protected. */
	lockedAt(no: number, column: number): boolean;
	/** The rightmost column that is not empty. */
	lastColumn: number;
	/** Missing cells cannot be added. */
	isFixed: boolean;
};

const EMPTY: GridCell = { text: "", blocked: "" };

export const cellAt = ({ cells }: GridRow, column: number): GridCell => cells[column] ?? EMPTY;

/**
 * Finds the range that contains a cell, without going through all of them. A row keeps no more ranges than there are columns to read:
 * only in a damaged file do they overlap.
 */
export function rangeFinder<T extends CellRange>(
	ranges: readonly T[],
	rows: readonly { no: number }[],
): (no: number, column: number) => T | undefined {
	const byRow = new Map<number, T[]>();
	/** The next row with room, from each row on. */
	const open = Uint32Array.from({ length: rows.length + 1 }, (_, at) => at);
	const openFrom = (from: number): number => {
		let at = from;
		while (open[at] !== at) {
			open[at] = open[open[at] ?? at] ?? at;
			at = open[at] ?? at;
		}
		return at;
	};
	for (const range of ranges) {
		if (range.left >= READ_COLUMNS) continue;
		for (let at = openFrom(firstFrom(rows, range.top)); at < rows.length; at = openFrom(at + 1)) {
			const { no } = rows[at] ?? { no: Number.POSITIVE_INFINITY };
			if (no > range.bottom) break;
			const here = byRow.get(no) ?? [];
			here.push(range);
			byRow.set(no, here);
			if (here.length >= READ_COLUMNS) open[at] = at + 1;
		}
	}
	return (no, column) => byRow.get(no)?.find(({ left, right }) => left <= column && column <= right);
}

/** The place of the first row with this number or a higher one. */
export function firstFrom(rows: readonly { no: number }[], no: number): number {
	let [low, high] = [0, rows.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((rows[middle]?.no ?? no) < no) low = middle + 1;
		else high = middle;
	}
	return low;
}
