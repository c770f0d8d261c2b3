import { columnName } from "#server/platform/files/xlsx/cell-name.ts";
import { cell, documentParts, NUMBERED, paragraph, workbookParts, xml, zipFile } from "../office-files.ts";
import { cellOf, type Layout, type LayoutCell, type LayoutRow, type LayoutSheet } from "./layout.ts";

/** The file that a layout describes. */
export function fileOf(layout: Layout): Promise<Buffer> {
	switch (layout.type) {
		case "csv":
			return Promise.resolve(Buffer.from(csvOf(layout.rows, layout.separator)));
		case "xlsx":
			return zipFile(
				workbookParts(
					layout.sheets.map((sheet) => ({
						name: sheet.name,
						sheet: sheetOf(sheet),
						...(sheet.isHidden && { state: "hidden" }),
					})),
				),
			);
		case "docx":
			return zipFile(
				documentParts(
					layout.blocks
						.map((block) =>
							"text" in block
								? paragraph(
										block.text,
										(block.isNumbered ? NUMBERED : "") + (block.isHeading ? '<w:pStyle w:val="Heading1"/>' : ""),
									)
								: tableOf(block),
						)
						.join(""),
				),
			);
	}
}

/** As with spreadsheets: the cells that a wide cell covers follow it in the row, or the row ends. */
export function placed(row: LayoutRow): { column: number; cell: LayoutCell }[] {
	let column = 0;
	return row.map((each) => {
		const cell = cellOf(each);
		const at = { column, cell };
		column += cell.across ?? 1;
		return at;
	});
}

const csvOf = (rows: readonly LayoutRow[], separator: string): string => {
	const field = (text: string): string =>
		text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	return rows
		.map(
			(row) =>
				`${row
					.map(cellOf)
					.filter(({ isNew }) => !isNew)
					.map((each) => field(each.text))
					.join(separator)}\r\n`,
		)
		.join("");
};

function sheetOf({ rows, hiddenColumns = [] }: LayoutSheet): string {
	const merges: string[] = [];
	const lists: string[] = [];
	const written = rows.map((row, index) => {
		const cells = placed(row).flatMap(({ column, cell: each }) => {
			if (each.isNew) return [];
			const name = `${columnName(column)}${index + 1}`;
			const { across = 1, down = 1, list, isFormula, text } = each;
			if (across > 1 || down > 1) {
				merges.push(`<mergeCell ref="${name}:${columnName(column + across - 1)}${index + down}"/>`);
			}
			if (list !== undefined) {
				const words = typeof list === "string" ? list : `"${list.join(",")}"`;
				lists.push(`<dataValidation type="list" sqref="${name}"><formula1>${xml(words)}</formula1></dataValidation>`);
			}
			if (isFormula) return `<c r="${name}" t="str"><f>Bank!A1</f><v>${xml(text)}</v></c>`;
			return text === "" ? `<c r="${name}" s="1"/>` : cell(name, text);
		});
		return `<row r="${index + 1}">${cells.join("")}</row>`;
	});
	const hidden = hiddenColumns.map((column) => `<col min="${column + 1}" max="${column + 1}" width="9" hidden="1"/>`);
	return [
		hidden.length > 0 ? `<cols>${hidden.join("")}</cols>` : "",
		`<sheetData>${written.join("")}</sheetData>`,
		merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join("")}</mergeCells>` : "",
		lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>` : "",
	].join("");
}

/** A cell that covers rows below is named again in each of them, as an empty one. */
function tableOf(rows: readonly LayoutRow[]): string {
	const open = new Map<number, number>();
	const written = rows.map((row) => {
		const cells = placed(row).map(({ column, cell: { text, across = 1, down = 1 } }) => {
			const goesOn = (open.get(column) ?? 0) > 0;
			open.set(column, goesOn ? (open.get(column) ?? 0) - 1 : down - 1);
			const properties = [
				across > 1 ? `<w:gridSpan w:val="${across}"/>` : "",
				goesOn ? "<w:vMerge/>" : down > 1 ? '<w:vMerge w:val="restart"/>' : "",
			].join("");
			return `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
		});
		return `<w:tr>${cells.join("")}</w:tr>`;
	});
	return `<w:tbl>${written.join("")}</w:tbl>`;
}
