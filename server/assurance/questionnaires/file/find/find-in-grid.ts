import type { TableUse } from "#contract/questionnaires/mapping.ts";
import { findBeneath } from "./beneath.ts";
import { BlockReader } from "./block-reader.ts";
import { type Block, blocksOf } from "./blocks.ts";
import type { FoundInGrid, GridQuestion } from "./found-in-grid.ts";
import type { Grid, GridRow } from "./grid.ts";
import { hasQuestionMark } from "./question-words.ts";
import { bareShape, columnsOf, countsOf, type Mended, tableUseOf } from "./understood.ts";

const NEW_COLUMN =
	"No column for answers was found below these headings: answers go into a new one, right of the table.";

/**
 * Finds the questions in a table. `least`: how many it must have if its columns have no headings. `mended`: what a person said counts,
 * instead of what we see.
 */
export function findInGrid(grid: Grid, least: number, mended: Mended): FoundInGrid {
	const bare = bareShape(mended, grid);
	const beneath = mended.mapping[bare] ? undefined : findBeneath(grid);
	if (beneath) {
		const { questions, notTaken } = beneath;
		const counts = countsOf(questions, notTaken.length);
		const columns = columnsOf(grid, grid.rows, undefined);
		const use: TableUse = { use: "questions", question: 0, answer: 0, comments: null, firstRow: null };
		const no = grid.rows[0]?.no ?? 1;
		return { ...beneath, tables: [{ shape: bare, no, columns, layout: "beneath", use, by: "finder", counts }] };
	}
	const blocks = blocksOf(grid, least, mended, bare);
	const found: FoundInGrid = {
		questions: [],
		notTaken: [],
		tables: [],
		heads: [],
		newHeads: [],
		isForm: false,
		showsAnswers: false,
	};
	const reader = new BlockReader(grid, found);
	const read = new Map<string, { block: Block; rows: GridRow[]; questions: GridQuestion[]; notTaken: number }>();
	for (const block of blocks) {
		const from = { questions: found.questions.length, notTaken: found.notTaken.length };
		readBlock(grid, found, reader, block);
		if (block.shape === undefined) continue;
		const table = read.get(block.shape) ?? { block, rows: [], questions: [], notTaken: 0 };
		read.set(block.shape, table);
		for (const row of block.rows) table.rows.push(row);
		for (const question of found.questions.slice(from.questions)) table.questions.push(question);
		table.notTaken += found.notTaken.length - from.notTaken;
	}
	reader.end();
	if (found.questions.length === 0 && !blocks.some(({ table }) => table)) found.heads = [];
	for (const [shape, { block, rows, questions, notTaken }] of read) {
		const { head, given, table } = block;
		found.tables.push({
			shape,
			no: grid.rows[head?.first ?? 0]?.no ?? 1,
			columns: columnsOf(grid, rows, head),
			layout: "columns",
			use: given ?? tableUseOf(table?.columns, null),
			by: given ? "person" : "finder",
			counts: countsOf(questions, notTaken),
		});
	}
	return found;
}

function readBlock(grid: Grid, found: FoundInGrid, reader: BlockReader, { table, rows, head, given }: Block): void {
	if (given?.use === "nothing") return;
	if (!table) {
		for (const row of rows) notInTable(found, row);
		return;
	}
	if (head) {
		// In its first line, where a heading of several lines stays one.
		const no = grid.rows[head.first]?.no ?? 0;
		found.heads.push(no);
		if (table.columns.answer > grid.lastColumn && !grid.isFixed && !grid.lockedAt(no, table.columns.answer)) {
			found.newHeads.push({ no, column: table.columns.answer });
			found.notTaken.push({ no, why: NEW_COLUMN });
		}
	}
	found.isForm ||= head !== undefined || table.columns.id !== undefined || table.isListed || given !== undefined;
	found.showsAnswers ||= table.showsAnswers;
	reader.read(table, rows, head);
}

function notInTable(found: FoundInGrid, row: GridRow): void {
	const asks = row.cells.some(({ text }) => hasQuestionMark(text));
	if (asks) found.notTaken.push({ no: row.no, why: "It asks something, but stands outside the tables that we found." });
}
