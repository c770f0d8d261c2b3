import { csvCell } from "#contract/csv.ts";
import type { Mapping } from "#contract/questionnaires/mapping.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { findInGrid } from "../find/find-in-grid.ts";
import type { FoundInGrid } from "../find/found-in-grid.ts";
import type { Grid } from "../find/grid.ts";
import { createListing } from "../find/listing.ts";
import { planOf, SOURCE, SOURCES, sourcesColumn } from "../find/plan.ts";
import { understood } from "../find/understood.ts";
import type { Answers, HowToFill, ReadQuestionnaire } from "../found.ts";
import { type Splice, splice } from "../splice.ts";
import { csvText } from "./csv-text.ts";
import { type ScannedRow, scanCsv } from "./scan-csv.ts";

const ROWS = 50_000;
/** How many questions make a table if its columns have no headings. */
const LEAST = 2;
/** The separator differs between countries: it is the one that gives most rows the same number of columns. */
const SEPARATORS = [",", ";", "\t", "|"];

export function readCsv(bytes: Uint8Array, mapping: Mapping): ReadQuestionnaire {
	const { found } = findInCsv(csvText(bytes).text, mapping);
	const { lists, asked } = createListing();
	return {
		questions: found.questions.map((question) => ({
			id: String(question.no),
			place: place(question.no),
			...asked(question),
		})),
		lists,
		tables: found.tables.map((table) => understood(table, "The file", "")),
		notTaken: found.notTaken.map(({ no, why }) => ({ place: place(no), why })),
	};
}

const place = (no: number): string => `Row ${no}`;

/** A text has no comments: sources that should be some are left out. */
export function fillCsv(bytes: Uint8Array, answers: Answers, how: HowToFill): { content: Uint8Array; used: string[] } {
	const { text, encode } = csvText(bytes);
	const { rows, grid, found, separator } = findInCsv(text, how.mapping);
	const used = new Set<string>();
	const questions = found.questions.map((question) => ({ ...question, id: String(question.no) }));
	const plan = planOf(grid, { questions, newHeads: found.newHeads }, answers, how, used);
	const byRow = new Map<number, Map<number, string>>();
	const write = (no: number, column: number, field: string): void => {
		byRow.set(no, (byRow.get(no) ?? new Map<number, string>()).set(column, field));
	};
	for (const cell of plan.cells) write(cell.no, cell.column, cell.text);
	if (plan.sources.length > 0 && how.sources === "column") {
		const to = sourcesColumn(grid, found);
		const [head] = found.heads;
		if (head !== undefined) write(head, to, SOURCES);
		for (const source of plan.sources) write(source.no, to, head === undefined ? SOURCE + source.text : source.text);
	}
	const changes = [...byRow].flatMap(([no, fields]) => {
		const row = rows[no - 1];
		return row ? rowChanges(row, fields, separator) : [];
	});
	return { content: encode(splice(text, changes)), used: [...used] };
}

type FoundInCsv = { rows: ScannedRow[]; grid: Grid; found: FoundInGrid; separator: string };

/** A text refused with one separator may be fine with another, which then has to separate the questions from their answers. */
function findInCsv(text: string, mapping: Mapping): FoundInCsv {
	const all: FoundInCsv[] = [];
	let refused: BadFile | undefined;
	for (const separator of SEPARATORS) {
		try {
			const rows = scanCsv(text, separator, ROWS);
			const grid = gridOf(rows);
			all.push({ rows, grid, found: findInGrid(grid, LEAST, { name: "", mapping }), separator });
		} catch (error) {
			if (!(error instanceof BadFile)) throw error;
			refused ??= error;
		}
	}
	const heads = ({ found }: FoundInCsv) => found.heads.length;
	const separates = ({ rows, found }: FoundInCsv) =>
		found.questions.length > 0 && found.questions.every(({ no }) => (rows[no - 1]?.length ?? 0) > 1);
	const [first, ...others] = all.filter((each) => refused === undefined || heads(each) > 0 || separates(each));
	if (!first) throw refused ?? new Error("A text that no separator was refused for was read with none");
	const isBetter = (each: FoundInCsv, best: FoundInCsv): boolean => {
		const [a, b] = [rankOf(each), rankOf(best)];
		const at = a.findIndex((value, index) => value !== b[index]);
		return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
	};
	return others.reduce((best, each) => (isBetter(each, best) ? each : best), first);
}

/** Reasons to prefer a separator, strongest first. */
function rankOf({ rows, found }: FoundInCsv): number[] {
	const lengths = rows.filter(([first, ...more]) => more.length > 0 || first.text !== "").map(({ length }) => length);
	const [most] = [...Map.groupBy(lengths, (length) => length)].sort(([, a], [, b]) => b.length - a.length);
	const share = most && most[0] > 1 ? most[1].length / lengths.length : 0;
	return [
		Number(found.questions.length + found.notTaken.length > 0),
		Number(share > 0),
		Math.min(found.heads.length, 1),
		share,
		found.questions.length,
	];
}

function gridOf(rows: readonly ScannedRow[]): Grid {
	return {
		rows: rows.map((fields, index) => ({
			no: index + 1,
			hidden: false,
			cells: fields.map(({ text }) => ({
				text,
				blocked: text.startsWith("=") ? "holds a formula, which is never overwritten." : "",
			})),
		})),
		mergedAt: () => undefined,
		isColumnHidden: () => false,
		choicesAt: () => undefined,
		lockedAt: () => false,
		lastColumn: rows.reduce((last, fields) => Math.max(last, fields.length - 1), 0),
		isFixed: false,
	};
}

/** Fields that a row does not have are added at its end. */
function rowChanges(row: ScannedRow, fields: ReadonlyMap<number, string>, separator: string): Splice[] {
	const changes: Splice[] = [];
	const end = row.at(-1)?.end ?? row[0].end;
	let columns = row.length;
	for (const [column, text] of [...fields].sort(([a], [b]) => a - b)) {
		const is = row[column];
		const field = csvCell(text, separator);
		if (is) changes.push({ start: is.start, end: is.end, text: field });
		else {
			changes.push({ start: end, end, text: separator.repeat(column - columns + 1) + field });
			columns = column + 1;
		}
	}
	return changes;
}
