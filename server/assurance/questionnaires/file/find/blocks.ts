import type { TableUse } from "#contract/questionnaires/mapping.ts";
import { chooseColumns, givenColumns } from "./choose-columns.ts";
import type { Grid, GridRow } from "./grid.ts";
import { type Head, headAt, kindOf, unknownHeadAt } from "./heads.ts";
import { type Table, tableOf } from "./table.ts";
import { headedShape, type Mended } from "./understood.ts";

/**
 * Rows with the same columns; without a table if these could not be told. `shape`: of the table that they belong to; undefined for rows
 * above the first one. `given`: what a person said.
 */
export type Block = {
	head: Head | undefined;
	rows: readonly GridRow[];
	table: Table | undefined;
	shape: string | undefined;
	given?: TableUse | undefined;
};

/** The blocks of a sheet, from the top. */
export function blocksOf(grid: Grid, least: number, mended: Mended, bare: string): Block[] {
	const given = mended.mapping[bare];
	if (given) return givenBlocks(grid, given, bare);
	const heads: Head[] = [];
	for (let index = 0; index < grid.rows.length; index += 1) {
		const head = headAt(grid, index, heads.length === 0);
		if (!head) continue;
		heads.push(head);
		index = head.last;
	}
	const kinds = new Map<string, { head: Head; rows: GridRow[] }>();
	const blocks = heads.map((head, at) => {
		const rows = grid.rows.slice(head.last + 1, heads[at + 1]?.first);
		const kind = kindOf(head);
		const like = kinds.get(kind) ?? { head, rows: [] };
		kinds.set(kind, like);
		for (const row of rows) like.rows.push(row);
		return { head, rows, kind };
	});
	const tables = new Map(
		[...kinds].map(([kind, { head, rows }]) => {
			const shape = headedShape(mended, kind);
			const given = mended.mapping[shape];
			const table = given ? givenTable(grid, rows, head, given) : tableFrom(grid, rows, head, least);
			return [kind, { shape, given, table }];
		}),
	);
	if (![...tables.values()].some(({ table, given }) => table ?? given)) return unheaded(grid, least, bare);
	return [
		rowsBefore(grid, heads[0]?.first),
		...blocks.map(({ head, rows, kind }): Block => {
			const { shape, given, table } = tables.get(kind) ?? { shape: undefined, given: undefined, table: undefined };
			const first = given?.use === "questions" && given.firstRow !== null ? given.firstRow : 1;
			return { head, rows: rows.filter(({ no }) => no >= first), table, shape, given };
		}),
	];
}

const rowsBefore = (grid: Grid, index: number | undefined): Block => ({
	head: undefined,
	rows: grid.rows.slice(0, index),
	table: undefined,
	shape: undefined,
});

function givenTable(grid: Grid, rows: readonly GridRow[], head: Head | undefined, given: TableUse): Table | undefined {
	if (given.use === "nothing") return undefined;
	return { ...tableOf(grid, givenColumns(grid, rows, head, given), rows, head), isHeaded: true };
}

/** A table without headings that we know, of which a person said what it is for. */
function givenBlocks(grid: Grid, given: TableUse, shape: string): Block[] {
	const first = given.use === "questions" ? (given.firstRow ?? 1) : 1;
	const at = grid.rows.findIndex(({ no }) => no >= first);
	const rows = at === -1 ? [] : grid.rows.slice(at);
	const table = givenTable(grid, rows, undefined, given);
	return [rowsBefore(grid, at === -1 ? undefined : at), { head: undefined, rows, table, shape, given }];
}

function tableFrom(grid: Grid, rows: readonly GridRow[], head: Head | undefined, least: number): Table | undefined {
	const columns = chooseColumns(grid, rows, head, least);
	return columns && tableOf(grid, columns, rows, head);
}

/** Without a heading that we understand there may still be one that we do not: the row above the first question. */
function unheaded(grid: Grid, least: number, shape: string): Block[] {
	const table = tableFrom(grid, grid.rows, undefined, least);
	const head = table && unknownHeadAt(grid, table.columns);
	if (!head) return [{ head: undefined, rows: grid.rows, table, shape }];
	const rows = grid.rows.slice(head.last + 1);
	return [rowsBefore(grid, head.first), { head, rows, table: tableFrom(grid, rows, head, least) ?? table, shape }];
}
