import { createHash } from "node:crypto";
import { LISTED_COLUMNS, type Mapping, type TableUse, type UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import { cut } from "../cut.ts";
import type { Columns } from "./choose-columns.ts";
import { profileColumns } from "./column-profile.ts";
import type { FoundTable, GridQuestion } from "./found-in-grid.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import type { Head } from "./heads.ts";

/** What a person said about the tables of a file. `name`: of the sheet, which tells tables with the same headings apart. */
export type Mended = { name: string; mapping: Mapping };

/** A table without headings is known by so many of its first texts. */
const BEGINNING = 20;
const HEAD_CHARACTERS = 80;
const SAMPLE_CHARACTERS = 120;

const shapeOf = (name: string, texts: readonly string[]): string =>
	createHash("sha256")
		.update(JSON.stringify([name, ...texts].map((text) => text.trim().toLowerCase())))
		.digest("base64url")
		.slice(0, 16);

/** The shape of a table under these headings. The column that we add when we fill it does not make it another one. */
export const headedShape = ({ name }: Mended, kind: string): string =>
	shapeOf(name, [kind.replace(OUR_COLUMN, "").trimEnd()]);

const OUR_COLUMN = /\nsources\s*$/;

/** The shape of a table without headings that we know: how it begins. */
export function bareShape({ name }: Mended, grid: Grid): string {
	const texts: string[] = [];
	for (const { cells } of grid.rows) {
		for (const { text } of cells) if (text.trim() !== "") texts.push(text.slice(0, 200));
		if (texts.length >= BEGINNING) break;
	}
	return shapeOf(name, texts.slice(0, BEGINNING));
}

/** As it is shown. `why`: why it was left out. */
export const understood = ({ no: _, ...table }: FoundTable, place: string, why: string): UnderstoodTable => ({
	...table,
	place,
	columns: table.columns.map(({ column, ...texts }) => ({ column, name: columnName(column), ...texts })),
	why,
});

/** Which columns hold what. */
export const tableUseOf = (columns: Columns | undefined, firstRow: number | null): TableUse =>
	columns === undefined
		? { use: "nothing" }
		: {
				use: "questions",
				question: columns.question,
				answer: columns.answer,
				comments: columns.comments ?? null,
				firstRow,
			};

/** The columns from which a person can choose: those that hold something, and an empty one behind them. */
export function columnsOf(grid: Grid, rows: readonly GridRow[], head: Head | undefined): FoundTable["columns"] {
	const looked = rows.slice(0, 500);
	return profileColumns(grid, looked, head?.texts.length)
		.slice(0, LISTED_COLUMNS)
		.map(({ column }) => ({
			column,
			head: cut((head?.texts[column] ?? "").trim(), HEAD_CHARACTERS, "…"),
			sample: cut(
				looked.map((row) => cellAt(row, column).text.trim()).find((text) => text !== "") ?? "",
				SAMPLE_CHARACTERS,
				"…",
			),
		}));
}

export const countsOf = (questions: readonly GridQuestion[], notTaken: number): FoundTable["counts"] => ({
	questions: questions.length,
	sections: new Set(questions.map(({ section }) => section).filter((section) => section !== "")).size,
	lists: questions.filter(({ choice }) => choice !== undefined).length,
	notTaken,
});
