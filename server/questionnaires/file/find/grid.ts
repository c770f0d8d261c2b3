import type { CellRange } from "../../../files/xlsx/cell-name.ts";

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
	/** Undefined if this cell takes any text. Empty if what it takes is not known. */
	choicesAt(no: number, column: number): readonly string[] | undefined;
	/** The rightmost column with something in it. */
	lastColumn: number;
	/** Cells that are not there cannot be added. */
	isFixed: boolean;
};

const EMPTY: GridCell = { text: "", blocked: "" };

export const cellAt = ({ cells }: GridRow, column: number): GridCell => cells[column] ?? EMPTY;

/** Finds ranges by a cell that they hold, without going through all of them. */
export function rangeFinder<T extends CellRange>(
	ranges: readonly T[],
	rows: readonly { no: number }[],
): (no: number, column: number) => T | undefined {
	const first = rows[0]?.no ?? 0;
	const last = rows.at(-1)?.no ?? -1;
	const byRow = new Map<number, T[]>();
	for (const range of ranges) {
		for (let no = Math.max(range.top, first); no <= Math.min(range.bottom, last); no += 1) {
			const here = byRow.get(no);
			if (here) here.push(range);
			else byRow.set(no, [range]);
		}
	}
	return (no, column) => byRow.get(no)?.find(({ left, right }) => left <= column && column <= right);
}
