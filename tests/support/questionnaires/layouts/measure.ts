import { scanCsv } from "#server/assurance/questionnaires/file/csv/scan-csv.ts";
import { readDocument } from "#server/assurance/questionnaires/file/docx/read-document.ts";
import { AS_FOUND, type FoundQuestion, type ReadQuestionnaire } from "#server/assurance/questionnaires/file/found.ts";
import { mainPart, openQuestionnaire } from "#server/assurance/questionnaires/file/office-file.ts";
import { TASKS } from "#server/assurance/questionnaires/file/tasks.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import { readSheet, readStrings, type XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import type { Layout, LayoutRow } from "./layout.ts";
import { fileOf, placed } from "./layout-file.ts";

/** What is really in a layout. */
type Truth = { text: string; row: string; place: string };

export type Measured = {
	name: string;
	/** How many questions it has, and how many of them were found. */
	questions: number;
	found: number;
	/** What was taken for a question and is none. */
	wrong: number;
	/** Answers that came into the cell where they belong. */
	placed: number;
	/** For work on the finder. */
	missed: string[];
	extra: string[];
	misplaced: string[];
};

const ROWS = 10_000;
const said = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Reads the file of a layout, has all its questions answered, and looks where the answers are. */
export async function measure(layout: Layout): Promise<Measured> {
	const file = await fileOf(layout);
	const { questions, where } = await taken(layout, file);
	const truths = truthOf(layout);
	const left = new Map(truths.map((truth) => [`${truth.row} ${said(truth.text)}`, truth]));
	const extra: string[] = [];
	const misplaced: string[] = [];
	let right = 0;
	for (const { id, text } of questions) {
		const key = `${rowOf(id)} ${said(text)}`;
		const truth = left.get(key);
		left.delete(key);
		if (!truth) extra.push(`${id} ${text}`);
		else if (where.get(id)?.includes(truth.place)) right += 1;
		else misplaced.push(`${id} in ${where.get(id) ?? "nothing"}, not in ${truth.place}`);
	}
	const missed = [...left.keys()];
	return {
		name: layout.name,
		questions: truths.length,
		found: truths.length - missed.length,
		wrong: extra.length,
		placed: right,
		missed,
		extra,
		misplaced,
	};
}

/** `2!B7` stands in row `2!7`; of other files an id is a row's. */
const rowOf = (id: string): string => id.replace(/![A-Z]+/, "!");

function truthOf(layout: Layout): Truth[] {
	switch (layout.type) {
		case "csv":
			return inRows(layout.rows, (no) => String(no));
		case "xlsx":
			return layout.sheets.flatMap(({ rows }, index) => inRows(rows, (no) => `${index + 1}!${no}`));
		case "docx": {
			const truths: Truth[] = [];
			let tables = 0;
			let paragraphs = 0;
			for (const block of layout.blocks) {
				if (!("text" in block)) {
					tables += 1;
					truths.push(...inRows(block, (no) => `t${tables}r${no}`));
					continue;
				}
				paragraphs += 1;
				if (block.ask) truths.push({ text: block.text, row: `p${paragraphs}`, place: `behind ${said(block.text)}` });
			}
			return truths;
		}
	}
}

function inRows(rows: readonly LayoutRow[], nameOf: (no: number) => string): Truth[] {
	const truths: Truth[] = [];
	let open: Truth | undefined;
	for (const [index, row] of rows.entries()) {
		const cells = placed(row);
		const asked = cells.find(({ cell }) => cell.ask !== undefined);
		if (asked) {
			open = { text: asked.cell.ask ?? "", row: nameOf(index + 1), place: "" };
			truths.push(open);
		}
		const place = cells.find(({ cell }) => cell.isPlace);
		if (place && open) open.place = `${nameOf(index + 1)}${columnName(place.column)}`;
	}
	return truths;
}

type Taken = { questions: readonly FoundQuestion[]; where: Map<string, string[]> };
type Row = { name: string; cells: readonly string[] };

/** What stands in the cells was there before it is answered, as in a form of last year. */
const REPLACING = { ...AS_FOUND, replace: true };

async function taken(layout: Layout, file: Buffer): Promise<Taken> {
	switch (layout.type) {
		case "csv": {
			const read = ofRead(TASKS.readCsv(file));
			const filled = TASKS.fillCsv(file, answersTo(read), REPLACING);
			const rowsOf = (content: Uint8Array): Row[] =>
				scanCsv(Buffer.from(content).toString(), layout.separator, ROWS).map((fields, at) => ({
					name: String(at + 1),
					cells: fields.map((field) => field.text),
				}));
			return {
				questions: read.questions,
				where: placesIn(read, rowsOf(file), filled.ok ? rowsOf(filled.value.content) : []),
			};
		}
		case "xlsx": {
			const parts: XlsxParts = await unpackXlsx(file);
			const strings = readStrings(parts.sharedStrings);
			const read = ofRead(TASKS.readWorkbook(parts));
			const filled = TASKS.fillWorkbook(parts, answersTo(read), REPLACING);
			const rowsOf = (changed: ReadonlyMap<string, Uint8Array>): Row[] =>
				parts.sheets.flatMap(({ path, xml }, sheet) =>
					readSheet(changed.get(path) ?? xml, strings, ROWS).rows.map(({ no, cells }) => ({
						name: `${sheet + 1}!${no}`,
						cells: cells.map(({ text }) => text),
					})),
				);
			const after = filled.ok ? rowsOf(new Map(filled.value.changed)) : [];
			return { questions: read.questions, where: placesIn(read, rowsOf(new Map()), after) };
		}
		case "docx": {
			const zip = await openQuestionnaire(file, "docx");
			const main = await zip.read(await mainPart(zip));
			const read = ofRead(TASKS.readDocument(main));
			const filled = TASKS.fillDocument(main, answersTo(read), REPLACING);
			const rowsOf = (content: Uint8Array): Row[] => {
				const blocks = readDocument(decodeText(content));
				return blocks.flatMap((block, at) => {
					const before = blocks[at - 1];
					if (block.is === "table") {
						return block.rows.map(({ cells }, index) => {
							const texts: string[] = [];
							for (const { column, text } of cells) texts[column] = text;
							return { name: `t${block.no}r${index + 1}`, cells: Array.from(texts, (text) => text ?? "") };
						});
					}
					return before?.is === "paragraph" ? [{ name: `behind ${said(before.text)}`, cells: [block.text] }] : [];
				});
			};
			return {
				questions: read.questions,
				where: placesIn(read, rowsOf(main), filled.ok ? rowsOf(filled.value.content) : []),
			};
		}
	}
}

const NOTHING: ReadQuestionnaire = { questions: [], lists: [], tables: [], notTaken: [] };
const ofRead = (read: ReturnType<typeof TASKS.readCsv>): ReadQuestionnaire => (read.ok ? read.value : NOTHING);

/** The last value of the list that a question has; undefined if it takes any text. */
const choiceOf = ({ lists }: ReadQuestionnaire, { list }: FoundQuestion): string | undefined =>
	list === null ? undefined : lists[list]?.at(-1);

const answersTo = (read: ReadQuestionnaire) =>
	new Map(
		read.questions.map((question) => [
			question.id,
			{ answer: `Answer to <${question.id}>.`, choice: choiceOf(read, question) ?? "", sources: "" },
		]),
	);

/** In which cells the answer to each question is: its text, or the choice where there is no cell for a text. */
function placesIn(read: ReadQuestionnaire, before: readonly Row[], after: readonly Row[]): Map<string, string[]> {
	const places = new Map<string, string[]>();
	const onlyChosen = new Map(
		read.questions.filter(({ hasText }) => !hasText).map((question) => [rowOf(question.id), question]),
	);
	const was = new Map(before.map(({ name, cells }) => [name, cells]));
	for (const { name, cells } of after) {
		for (const [column, text] of cells.entries()) {
			const chosen = onlyChosen.get(name);
			const isChoice = chosen && text !== (was.get(name)?.[column] ?? "") && text === choiceOf(read, chosen);
			const id = isChoice ? chosen.id : /Answer to <([^>]*)>/.exec(text)?.[1];
			if (id === undefined) continue;
			const place = name.startsWith("behind ") ? name : `${name}${columnName(column)}`;
			places.set(id, [...(places.get(id) ?? []), place]);
		}
	}
	return places;
}
