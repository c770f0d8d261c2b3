import { buffer } from "node:stream/consumers";
import { escapeXml } from "../escape-xml.ts";
import { type ZipEntry, zipOf } from "../zip/zip-writer.ts";
import { columnName } from "./cell-name.ts";
import { CELL_CHARACTERS, withoutCharacters } from "./read-xlsx.ts";

/** Text, a number, or a day (YYYY-MM-DD), so that a spreadsheet can add and sort them. */
export type SheetCell = string | number | { day: string };

/** A table as one sheet of a spreadsheet. */
export type Sheet = {
	name: string;
	/** Column widths, in characters. */
	columns: readonly { head: string; width: number }[];
	rows: readonly (readonly SheetCell[])[];
};

const NAMESPACE = "http://schemas.openxmlformats.org";

/**
 * An XLSX file (ECMA-376). Every text is inline, so no program takes it for a formula, whatever it starts with. The same data gives the
 * same bytes.
 */
export function xlsxFile(sheets: readonly Sheet[], made: Date): Promise<Buffer> {
	return buffer(zipOf(partsOf(sheets), made));
}

const pathOf = (at: number): string => `worksheets/sheet${at + 1}.xml`;

async function* partsOf(sheets: readonly Sheet[]): AsyncGenerator<ZipEntry> {
	const part = (path: string, xml: string): ZipEntry => ({
		path,
		content: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
	});
	yield part("[Content_Types].xml", contentTypes(sheets.length));
	yield part("_rels/.rels", relationships(["officeDocument", "xl/workbook.xml"]));
	yield part("xl/workbook.xml", workbook(sheets));
	yield part(
		"xl/_rels/workbook.xml.rels",
		relationships(...sheets.map((_sheet, at) => ["worksheet", pathOf(at)] as const), ["styles", "styles.xml"]),
	);
	yield part("xl/styles.xml", STYLES);
	for (const [at, sheet] of sheets.entries()) yield part(`xl/${pathOf(at)}`, worksheet(sheet));
}

function contentTypes(sheets: number): string {
	const overrides = [
		["workbook.xml", "sheet.main"],
		...Array.from({ length: sheets }, (_, at) => [pathOf(at), "worksheet"]),
		["styles.xml", "styles"],
	].map(
		([part, type]) =>
			`<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
	);
	return `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}

/** Pairs of a type and a target, numbered from rId1. */
function relationships(...pairs: readonly (readonly [type: string, target: string])[]): string {
	const all = pairs.map(
		([type, target], at) =>
			`<Relationship Id="rId${at + 1}" Type="${NAMESPACE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
	);
	return `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${all.join("")}</Relationships>`;
}

/** Sheet names have at most 31 characters, and some are not allowed. */
function workbook(sheets: readonly Sheet[]): string {
	const all = sheets.map(
		({ name }, at) =>
			`<sheet name="${escaped(name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
	);
	return `<workbook xmlns="${NAMESPACE}/spreadsheetml/2006/main" xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets>${all.join("")}</sheets></workbook>`;
}

/** Four styles: 0 for text, which wraps, 1 for headings, which are bold, 2 for numbers, and 3 for days, as the reader's country writes them. */
const STYLES = `<styleSheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top"/></xf><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf></cellXfs></styleSheet>`;

function worksheet({ columns, rows }: Sheet): string {
	const widths = columns
		.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
		.join("");
	// Cells are named by column and row. The format lets you leave that out, but many programs need it.
	const row = (cells: readonly SheetCell[], at: number): string =>
		`<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`, at === 0)).join("")}</row>`;
	const all = [columns.map(({ head }) => head), ...rows].map(row).join("");
	return `<worksheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${all}</sheetData></worksheet>`;
}

function cellXml(cell: SheetCell, name: string, isHead: boolean): string {
	if (typeof cell === "string") {
		return `<c r="${name}" t="inlineStr" s="${isHead ? 1 : 0}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
	}
	return typeof cell === "number"
		? `<c r="${name}" s="2"><v>${cell}</v></c>`
		: `<c r="${name}" s="3"><v>${serialOf(cell.day)}</v></c>`;
}

/** A day as spreadsheets count them: from 30 December 1899, which allows for the leap day of 1900 that never was. */
const serialOf = (day: string): number => (Date.parse(day) - Date.parse("1899-12-30")) / 86_400_000;

const escaped = (text: string): string => escapeXml(withoutCharacters(text.slice(0, CELL_CHARACTERS)));
