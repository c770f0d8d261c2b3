import { buffer } from "node:stream/consumers";
import { zipOf } from "#server/platform/files/zip/zip-writer.ts";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export type Parts = Record<string, string | Buffer>;

export function zipFile(parts: Parts): Promise<Buffer> {
	async function* entries() {
		for (const [path, content] of Object.entries(parts)) yield { path, content: Buffer.from(content) };
	}
	return buffer(zipOf(entries(), new Date(2026, 0, 1)));
}

const types = (defaults: Record<string, string>, overrides: Record<string, string>): string =>
	`${HEAD}<Types xmlns="${PACKAGE}/content-types">${Object.entries({
		rels: "application/vnd.openxmlformats-package.relationships+xml",
		xml: "application/xml",
		...defaults,
	})
		.map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
		.join("")}${Object.entries(overrides)
		.map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
		.join("")}</Types>`;

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
	`${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
		.map(
			([type, target], at) =>
				`<Relationship Id="rId${at + 1}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`,
		)
		.join("")}</Relationships>`;

/** `sheet`: the contents of its `worksheet` element. */
export type SheetPart = { name: string; sheet: string; state?: string };

/** The parts of an XLSX file as spreadsheets write them. */
export function workbookParts(sheets: readonly SheetPart[], strings: readonly string[] = [], more: Parts = {}): Parts {
	const main = "application/vnd.openxmlformats-officedocument.spreadsheetml";
	const paths = sheets.map((_, at) => `xl/worksheets/sheet${at + 1}.xml`);
	return {
		"[Content_Types].xml": types(
			{ png: "image/png" },
			{
				"xl/workbook.xml": `${main}.sheet.main+xml`,
				"xl/styles.xml": `${main}.styles+xml`,
				"xl/sharedStrings.xml": `${main}.sharedStrings+xml`,
				...Object.fromEntries(paths.map((path) => [path, `${main}.worksheet+xml`])),
			},
		),
		"_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
		"xl/workbook.xml": `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}/relationships"><sheets>${sheets.map(({ name, state }, at) => `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relations([
			...paths.map((path) => ["worksheet", path.slice(3)] as const),
			["styles", "styles.xml"],
			["sharedStrings", "sharedStrings.xml"],
		]),
		"xl/styles.xml": `${HEAD}<styleSheet xmlns="${SHEET}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8">${"<xf/>".repeat(8)}</cellXfs></styleSheet>`,
		"xl/sharedStrings.xml": `${HEAD}<sst xmlns="${SHEET}" count="${strings.length}" uniqueCount="${strings.length}">${strings.map((text) => `<si><t xml:space="preserve">${xml(text)}</t></si>`).join("")}</sst>`,
		...Object.fromEntries(
			sheets.map(({ sheet }, at) => [
				paths[at],
				`${HEAD}<worksheet xmlns="${SHEET}" xmlns:r="${OFFICE}/relationships">${sheet}</worksheet>`,
			]),
		),
		...more,
	};
}

/** A DOCX file. `body`: the contents of its `w:body` element. */
export const documentParts = (body: string, more: Parts = {}): Parts => ({
	"[Content_Types].xml": types(
		{ png: "image/png" },
		{
			"word/document.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
			"word/styles.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml",
		},
	),
	"_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
	"word/document.xml": `${HEAD}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}/relationships"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
	"word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]),
	"word/styles.xml": `${HEAD}<w:styles xmlns:w="${WORD}"/>`,
	...more,
});

export const xml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A cell with inline text. */
export const cell = (name: string, text: string, style?: number): string =>
	`<c r="${name}"${style === undefined ? "" : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;

/** Rows of cells with inline text, from column A and row 1; empty texts are not cells. */
export const sheetData = (rows: readonly (readonly string[])[]): string =>
	`<sheetData>${rows.map((texts, at) => `<row r="${at + 1}">${texts.map((text, column) => (text === "" ? "" : cell(`${String.fromCharCode(65 + column)}${at + 1}`, text))).join("")}</row>`).join("")}</sheetData>`;

export const paragraph = (text: string, properties = ""): string =>
	`<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${text === "" ? "" : `<w:r><w:t xml:space="preserve">${xml(text)}</w:t></w:r>`}</w:p>`;

export const NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';

/** A table of a document. `cells`: the inner XML of each cell. */
export const documentTable = (rows: readonly (readonly string[])[]): string =>
	`<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr>${rows.map((cells) => `<w:tr>${cells.map((inside) => `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>${inside}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;
