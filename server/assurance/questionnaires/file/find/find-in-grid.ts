import { cut } from "../cut.ts";
import { findBeneath } from "./beneath.ts";
import { chooseColumns } from "./choose-columns.ts";
import type { FoundInGrid } from "./found-in-grid.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import { type Head, headAt, kindOf, unknownHeadAt } from "./heads.ts";
import { depthOf, hasQuestionMark } from "./question-words.ts";
import { readRow, textOf } from "./read-row.ts";
import { isLegend } from "./row-kinds.ts";
import { type Table, tableOf } from "./table.ts";

const NEW_COLUMN =
	"No column for answers was found below these headings: answers go into a new one, right of the table.";

/** Finds the questions in a table. `least`: how many it must have if its columns have no headings. */
export function findInGrid(grid: Grid, least: number): FoundInGrid {
	const beneath = findBeneath(grid);
	if (beneath) return beneath;
	const blocks = blocksOf(grid, least);
	const found: FoundInGrid = {
		questions: [],
		notTaken: [],
		heads: [],
		newHeads: [],
		isForm: false,
		showsAnswers: false,
	};
	const reader = new BlockReader(grid, found);
	for (const { table, rows, head } of blocks) {
		if (!table) {
			for (const row of rows) notInTable(found, row);
			continue;
		}
		if (head) {
			// In its first line, where a heading of several lines stays one.
			const no = grid.rows[head.first]?.no ?? 0;
			found.heads.push(no);
			if (table.columns.answer > grid.lastColumn && !grid.isFixed) {
				found.newHeads.push({ no, column: table.columns.answer });
				found.notTaken.push({ no, why: NEW_COLUMN });
			}
		}
		found.isForm ||= head !== undefined || table.columns.id !== undefined || table.isListed;
		found.showsAnswers ||= table.showsAnswers;
		reader.read(table, rows, head);
	}
	reader.end();
	if (found.questions.length === 0 && !blocks.some(({ table }) => table)) found.heads = [];
	return found;
}

/** Rows with the same columns; without a table if these could not be told. */
type Block = { head: Head | undefined; rows: readonly GridRow[]; table: Table | undefined };

function blocksOf(grid: Grid, least: number): Block[] {
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
	const tables = new Map([...kinds].map(([kind, { head, rows }]) => [kind, tableFrom(grid, rows, head, least)]));
	if (![...tables.values()].some((table) => table)) return unheaded(grid, least);
	const before: Block = { head: undefined, rows: grid.rows.slice(0, heads[0]?.first), table: undefined };
	return [before, ...blocks.map(({ head, rows, kind }): Block => ({ head, rows, table: tables.get(kind) }))];
}

function tableFrom(grid: Grid, rows: readonly GridRow[], head: Head | undefined, least: number): Table | undefined {
	const columns = chooseColumns(grid, rows, head, least);
	return columns && tableOf(grid, columns, rows, head);
}

/** Without a heading that we understand there may still be one that we do not: the row above the first question. */
function unheaded(grid: Grid, least: number): Block[] {
	const table = tableFrom(grid, grid.rows, undefined, least);
	if (!table) return [{ head: undefined, rows: grid.rows, table: undefined }];
	const head = unknownHeadAt(grid, table.columns);
	if (!head) return [{ head: undefined, rows: grid.rows, table }];
	const rows = grid.rows.slice(head.last + 1);
	return [
		{ head: undefined, rows: grid.rows.slice(0, head.first), table: undefined },
		{ head, rows, table: tableFrom(grid, rows, head, least) ?? table },
	];
}

function notInTable(found: FoundInGrid, row: GridRow): void {
	const asks = row.cells.some(({ text }) => hasQuestionMark(text));
	if (asks) found.notTaken.push({ no: row.no, why: "It asks something, but stands outside the tables that we found." });
}

/** Goes through the rows of blocks, and remembers the heading that they stand under. */
class BlockReader {
	private readonly grid: Grid;
	private readonly found: FoundInGrid;
	private heading = "";
	/** A heading by its looks, until a question follows it. */
	private bare: GridRow | undefined;
	private inColumn = "";
	private subject = "";
	private isLegend = false;

	constructor(grid: Grid, found: FoundInGrid) {
		this.grid = grid;
		this.found = found;
	}

	read(table: Table, rows: readonly GridRow[], head: Head | undefined): void {
		this.isLegend = false;
		this.subject = "";
		// Without a word above the questions, what stands left of it is the title of the block.
		const { question } = table.columns;
		const title = head?.texts[question] ? undefined : head?.texts.slice(0, question).findLast((text) => text !== "");
		if (title) this.heading = title;
		for (const [index, row] of rows.entries()) this.readOne(table, row, rows[index + 1]);
	}

	end(): void {
		if (this.bare) {
			this.found.notTaken.push({ no: this.bare.no, why: "It looks like a heading without a question under it." });
		}
		this.bare = undefined;
	}

	private readOne(table: Table, row: GridRow, next: GridRow | undefined): void {
		const { section, subject } = table.columns;
		if (section !== undefined) this.inColumn = cellAt(row, section).text.trim() || this.inColumn;
		if (subject !== undefined) this.subject = cellAt(row, subject).text.trim() || this.subject;
		const read = readRow(this.grid, row, table, next);
		switch (read.is) {
			case "heading":
				this.isLegend = isLegend(read.text);
				// `1 Access` may stand above `1.1 Passwords`.
				if (this.bare && depthOf(read.text) <= depthOf(textOf(this.bare))) this.end();
				this.heading = read.text;
				this.bare = read.isSure || this.isLegend ? undefined : row;
				break;
			case "fault":
				this.found.notTaken.push({ no: row.no, why: read.why });
				break;
			case "question":
				if (this.isLegend && !read.asks) break;
				this.bare = undefined;
				this.found.questions.push({
					...read.question,
					text: this.subject === "" ? read.question.text : joined(this.subject, read.question.text),
					section: cut(this.inColumn || this.heading, 200, "…"),
				});
		}
	}
}

/** A subject that already ends in a colon or dots goes on in its point. */
const joined = (subject: string, point: string): string =>
	cut(/[:…]$/.test(subject) ? `${subject} ${point}` : `${subject}: ${point}`, 4_000, "…");
