import { BadFile } from "#server/platform/files/bad-file.ts";
import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import { readSheet, readStrings, type SheetRead, type XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { checkTemplate, FAULTS_LISTED, type FileFault, shown, type TemplateRead } from "./check-template.ts";
import { questionOf } from "./question-cells.ts";
import { COLUMNS, type Column, FACTS, FACTS_SHEET, type Fact, QUESTIONS_SHEET } from "./template-sheets.ts";

const ROWS = 2_000;

/** A template as a spreadsheet, in our own format. Throws BadFile if it does not have the right sheets. */
export function readWorkbook(parts: XlsxParts): TemplateRead {
	const strings = readStrings(parts.sharedStrings);
	const sheetOf = (wanted: string): SheetRead => {
		const sheet = parts.sheets.find(({ name }) => nameOf(name) === nameOf(wanted));
		if (!sheet) {
			throw new BadFile(`It has no sheet “${wanted}”. Export one of our templates to see what the sheets look like.`);
		}
		return readSheet(sheet.xml, strings, ROWS);
	};
	const facts = factsOf(sheetOf(FACTS_SHEET));
	const questions = questionsOf(sheetOf(QUESTIONS_SHEET));
	const raw = { ...facts.raw, sections: questions.sections.map(({ raw }) => raw) };
	const placeOf = ([first, ...rest]: readonly PropertyKey[]): string => {
		if (first === undefined) return "the file";
		return first === "sections" ? questions.placeOf(rest) : facts.placeOf([first, ...rest]);
	};
	return checkTemplate(raw, placeOf, [...facts.faults, ...questions.faults]);
}

const nameOf = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

/** Rows that are not empty, as their texts. A cell that is not plain text is a fault; this collects at most one more than are listed. */
function rowsOf(sheet: SheetRead, name: string) {
	const faults: FileFault[] = sheet.merged.slice(0, FAULTS_LISTED + 1).map(({ left, top, right, bottom }) => ({
		place: `${name}, ${columnName(left)}${top}:${columnName(right)}${bottom}`,
		why: "These cells are merged. Please split them.",
	}));
	const rows = sheet.rows.flatMap(({ no, cells }) => {
		for (const [at, { formula }] of cells.entries()) {
			if (formula && faults.length <= FAULTS_LISTED) {
				faults.push({
					place: `${name}, ${columnName(at)}${no}`,
					why: "This cell holds a formula. Please put in its value.",
				});
			}
		}
		const texts = cells.map(({ text }) => text.trim());
		return texts.some((text) => text !== "") ? [{ no, texts }] : [];
	});
	return { rows, faults };
}

function factsOf(sheet: SheetRead) {
	const { rows, faults } = rowsOf(sheet, FACTS_SHEET);
	const known = new Map(Object.entries(FACTS).map(([fact, name]) => [nameOf(name), fact as Fact]));
	const found: Partial<Record<Fact, { no: number; value: string }>> = {};
	// The first row has the headings.
	for (const { no, texts } of rows.slice(1)) {
		const [name = "", value = ""] = texts;
		const fact = known.get(nameOf(name));
		if (fact === undefined)
			faults.push({ place: `${FACTS_SHEET}, row ${no}`, why: `There is no fact “${shown(name)}”.` });
		else if (found[fact]) faults.push({ place: `${FACTS_SHEET}, row ${no}`, why: `“${FACTS[fact]}” is there twice.` });
		else found[fact] = { no, value };
	}
	const { id, version, title, about, kind, source, sourceUrl, asOf } = found;
	return {
		faults,
		raw: {
			id: id?.value,
			version: Number(version?.value || Number.NaN),
			title: title?.value,
			about: about?.value,
			kind: kind?.value.toLowerCase(),
			source: { title: source?.value, url: sourceUrl?.value },
			asOf: asOf && dayOf(asOf.value),
		},
		placeOf(path: readonly PropertyKey[]): string {
			const [first, second] = path.map(String);
			const fact = first === "source" ? (second === "url" ? "sourceUrl" : "source") : (first as Fact);
			return [FACTS_SHEET, ...(found[fact] ? [`row ${found[fact].no}`] : []), FACTS[fact]].join(", ");
		},
	};
}

/** Spreadsheets store a typed date as the number of days since the end of 1899. */
function dayOf(text: string): string {
	if (!/^\d{5}$/.test(text)) return text;
	return new Date(Date.UTC(1899, 11, 30 + Number(text))).toISOString().slice(0, 10);
}

type RawSection = { raw: { id: string; title: string; questions: unknown[] }; rows: number[] };

function questionsOf(sheet: SheetRead) {
	const { rows, faults } = rowsOf(sheet, QUESTIONS_SHEET);
	const [heads, ...below] = rows;
	const columns = columnsOf(heads?.texts ?? []);
	for (const head of columns.unknown) {
		faults.push({ place: `${QUESTIONS_SHEET}, row ${heads?.no}`, why: `There is no column “${shown(head)}”.` });
	}
	const place = (no: number, column?: Column): string =>
		[QUESTIONS_SHEET, `row ${no}`, ...(column ? [COLUMNS[column].head] : [])].join(", ");
	const sections: RawSection[] = [];
	for (const { no, texts } of below) {
		const cell = (column: Column): string => texts[columns.at[column] ?? -1] ?? "";
		const [id, title] = [cell("section"), cell("sectionTitle")];
		let section = sections.at(-1);
		if (!section || (id !== "" && id !== section.raw.id)) {
			section = { raw: { id, title, questions: [] }, rows: [] };
			sections.push(section);
		}
		if (section.raw.title === "") section.raw.title = title;
		if (title !== "" && title !== section.raw.title) {
			faults.push({
				place: place(no, "sectionTitle"),
				why: `The section “${shown(section.raw.id)}” has another title above.`,
			});
		}
		const question = questionOf(cell);
		faults.push(...question.faults.map(({ column, why }) => ({ place: place(no, column), why })));
		section.raw.questions.push(question.raw);
		section.rows.push(no);
	}
	return {
		faults,
		sections,
		/** `path` starts at the list of sections. */
		placeOf([at, field, question, ...rest]: readonly PropertyKey[]): string {
			const section = typeof at === "number" ? sections[at] : undefined;
			if (!section) return QUESTIONS_SHEET;
			const [first = 0] = section.rows;
			if (field !== "questions") return place(first, field === "title" ? "sectionTitle" : "section");
			if (typeof question !== "number") return place(first);
			const [column] = rest;
			return place(section.rows[question] ?? first, column === undefined ? undefined : (column as Column));
		},
	};
}

/** The columns without which no question can be read. */
const NEEDED = ["section", "sectionTitle", "id", "text", "type"] as const satisfies Column[];

function columnsOf(heads: readonly string[]): { at: Partial<Record<Column, number>>; unknown: string[] } {
	const known = new Map(Object.entries(COLUMNS).map(([column, { head }]) => [nameOf(head), column as Column]));
	const at: Partial<Record<Column, number>> = {};
	const unknown: string[] = [];
	for (const [place, head] of heads.entries()) {
		const column = known.get(nameOf(head));
		if (column === undefined && head !== "") unknown.push(head);
		if (column !== undefined) at[column] ??= place;
	}
	const missing = NEEDED.find((column) => at[column] === undefined);
	if (missing) {
		throw new BadFile(`The first row of the sheet “${QUESTIONS_SHEET}” has no column “${COLUMNS[missing].head}”.`);
	}
	return { at, unknown };
}
