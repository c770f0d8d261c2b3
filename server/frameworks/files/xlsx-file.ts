import { buffer } from "node:stream/consumers";
import { type ZipEntry, zipOf } from "../../workspaces/clients/file/zip-writer.ts";

/** A table as a spreadsheet's only sheet. */
export type Sheet = {
	name: string;
	/** At most 26; how wide they are, in characters. */
	columns: readonly { head: string; width: number }[];
	rows: readonly (readonly string[])[];
};

/** Longest text of a cell (Excel's own limit). */
const CELL = 32_767;
const NAMESPACE = "http://schemas.openxmlformats.org";

/**
 * An XLSX file (ECMA-376). Every field is text that is written where it stands: no program takes it for a formula, whatever it
 * begins with. The same data gives the same bytes.
 */
export function xlsxFile(sheet: Sheet, made: Date): Promise<Buffer> {
	return buffer(zipOf(partsOf(sheet), made));
}

async function* partsOf(sheet: Sheet): AsyncGenerator<ZipEntry> {
	const part = (path: string, xml: string): ZipEntry => ({
		path,
		content: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
	});
	yield part("[Content_Types].xml", CONTENT_TYPES);
	yield part("_rels/.rels", relationship("officeDocument", "xl/workbook.xml"));
	yield part("xl/workbook.xml", workbook(sheet.name));
	yield part("xl/_rels/workbook.xml.rels", relationship("worksheet", "worksheets/sheet1.xml", "styles", "styles.xml"));
	yield part("xl/styles.xml", STYLES);
	yield part("xl/worksheets/sheet1.xml", worksheet(sheet));
}

const OVERRIDES = [
	["/xl/workbook.xml", "sheet.main"],
	["/xl/worksheets/sheet1.xml", "worksheet"],
	["/xl/styles.xml", "styles"],
]
	.map(
		([part, type]) =>
			`<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
	)
	.join("");
const CONTENT_TYPES = `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${OVERRIDES}</Types>`;

/** Pairs of a type and a target, numbered from rId1. */
function relationship(...pairs: string[]): string {
	const all = pairs.flatMap((type, at) =>
		at % 2 === 0
			? `<Relationship Id="rId${at / 2 + 1}" Type="${NAMESPACE}/officeDocument/2006/relationships/${type}" Target="${pairs[at + 1]}"/>`
			: [],
	);
	return `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${all.join("")}</Relationships>`;
}

/** Names of sheets have at most 31 characters, and some are not allowed. */
const workbook = (name: string): string =>
	`<workbook xmlns="${NAMESPACE}/spreadsheetml/2006/main" xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="${escaped(name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Fields are named by their column and row, which the format allows to leave out and many programs need. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Two looks: 0 for text, which wraps, and 1 for heads, which are bold. */
const STYLES = `<styleSheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`;

function worksheet({ columns, rows }: Sheet): string {
	const widths = columns
		.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
		.join("");
	const row = (cells: readonly string[], at: number): string =>
		`<row r="${at + 1}">${cells.map((cell, column) => `<c r="${LETTERS[column]}${at + 1}" t="inlineStr" s="${at === 0 ? 1 : 0}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`).join("")}</row>`;
	const all = [columns.map(({ head }) => head), ...rows].map(row).join("");
	return `<worksheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${all}</sheetData></worksheet>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** As XML. Characters that XML does not have are left out. */
const escaped = (text: string): string =>
	text
		.slice(0, CELL)
		.toWellFormed()
		.replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, "")
		.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
