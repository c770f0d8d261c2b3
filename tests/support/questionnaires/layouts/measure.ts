import { scanCsv } from "#server/assurance/questionnaires/file/csv/scan-csv.ts";
import { readDocument } from "#server/assurance/questionnaires/file/docx/read-document.ts";
import type { FoundQuestion } from "#server/assurance/questionnaires/file/found.ts";
import { mainPart, openQuestionnaire } from "#server/assurance/questionnaires/file/office-file.ts";
import { TASKS } from "#server/assurance/questionnaires/file/tasks.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import { readSheet, type XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
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

async function taken(layout: Layout, file: Buffer): Promise<Taken> {
	const answers = (questions: readonly FoundQuestion[]) =>
		new Map(questions.map(({ id }) => [id, { answer: `Answer to <${id}>.`, sources: "" }]));
	switch (layout.type) {
		case "csv": {
			const questions = ofRead(TASKS.readCsv(file));
			const filled = TASKS.fillCsv(file, answers(questions));
			const text = filled.ok ? Buffer.from(filled.value.content).toString() : "";
			const rows = scanCsv(text, layout.separator, ROWS).map((fields) => fields.map((field) => field.text));
			return { questions, where: placesIn(rows.map((cells, at) => ({ name: String(at + 1), cells }))) };
		}
		case "xlsx": {
			const parts: XlsxParts = await unpackXlsx(file);
			const questions = ofRead(TASKS.readWorkbook(parts));
			const filled = TASKS.fillWorkbook(parts, answers(questions));
			const changed = new Map(filled.ok ? filled.value.changed : []);
			const rows = parts.sheets.flatMap(({ path, xml }, sheet) =>
				readSheet(changed.get(path) ?? xml, [], ROWS).rows.map(({ no, cells }) => ({
					name: `${sheet + 1}!${no}`,
					cells: cells.map(({ text }) => text),
				})),
			);
			return { questions, where: placesIn(rows) };
		}
		case "docx": {
			const zip = await openQuestionnaire(file, "docx");
			const main = await zip.read(await mainPart(zip));
			const questions = ofRead(TASKS.readDocument(main));
			const filled = TASKS.fillDocument(main, answers(questions));
			const blocks = readDocument(filled.ok ? decodeText(filled.value.content) : "<a/>");
			const rows = blocks.flatMap((block, at) => {
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
			return { questions, where: placesIn(rows) };
		}
	}
}

const ofRead = (read: ReturnType<typeof TASKS.readCsv>): readonly FoundQuestion[] =>
	read.ok ? read.value.questions : [];

/** In which cells the answer to each question is. */
function placesIn(rows: readonly { name: string; cells: readonly string[] }[]): Map<string, string[]> {
	const places = new Map<string, string[]>();
	for (const { name, cells } of rows) {
		for (const [column, text] of cells.entries()) {
			const [, id] = /Answer to <([^>]*)>/.exec(text) ?? [];
			if (id === undefined) continue;
			const place = name.startsWith("behind ") ? name : `${name}${columnName(column)}`;
			places.set(id, [...(places.get(id) ?? []), place]);
		}
	}
	return places;
}
