import { cut } from "../cut.ts";
import type { FoundInGrid } from "./found-in-grid.ts";
import { cellAt, type Grid, type GridRow } from "./grid.ts";
import type { Head } from "./heads.ts";
import { depthOf } from "./question-words.ts";
import { readRow, textOf } from "./read-row.ts";
import { isLegend } from "./row-kinds.ts";
import type { Table } from "./table.ts";

/** Goes through the rows of blocks, and remembers the heading that they stand under. */
export class BlockReader {
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
