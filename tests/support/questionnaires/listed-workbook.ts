import { type Parts, type SheetPart, sheetData, workbookParts, xml, zipFile } from "./office-files.ts";

type Validation = { at: string; formula?: string; from?: number; to?: number; isNew?: boolean };

type Sheet = {
	name: string;
	state?: string;
	/** Texts of rows, or whole rows as XML. */
	rows: readonly (readonly string[])[];
	validations?: readonly Validation[];
	/** In the place of the texts. */
	data?: string;
	isProtected?: boolean;
	more?: string;
};

const X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const XM = "http://schemas.microsoft.com/office/excel/2006/main";

const validationsOf = (validations: readonly Validation[]): string => {
	const old = validations.filter(({ isNew }) => !isNew);
	const one = ({ at, formula, from, to }: Validation) =>
		formula === undefined
			? `<dataValidation type="whole" sqref="${at}"><formula1>${from}</formula1><formula2>${to}</formula2></dataValidation>`
			: `<dataValidation type="list" allowBlank="1" sqref="${at}"><formula1>${xml(formula)}</formula1></dataValidation>`;
	return old.length === 0 ? "" : `<dataValidations count="${old.length}">${old.map(one).join("")}</dataValidations>`;
};

/** Lists that refer to other sheets are written so by spreadsheets of today. */
const newValidationsOf = (validations: readonly Validation[]): string => {
	const fresh = validations.filter(({ isNew }) => isNew);
	if (fresh.length === 0) return "";
	const all = fresh.map(
		({ at, formula = "" }) =>
			`<x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>${xml(formula)}</xm:f></x14:formula1><xm:sqref>${at}</xm:sqref></x14:dataValidation>`,
	);
	return `<extLst><ext xmlns:x14="${X14}" uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations xmlns:xm="${XM}" count="${all.length}">${all.join("")}</x14:dataValidations></ext></extLst>`;
};

/** A workbook whose cells accept only values of lists. `names`: formulas that have one. */
export function listedWorkbook(
	sheets: readonly Sheet[],
	names: Readonly<Record<string, string>> = {},
	more: Parts = {},
) {
	const parts = workbookParts(
		sheets.map(
			({ name, state, rows, data, validations = [], isProtected, more = "" }): SheetPart => ({
				name,
				...(state && { state }),
				sheet: `${data ?? sheetData(rows)}${isProtected ? '<sheetProtection sheet="1"/>' : ""}${validationsOf(validations)}${more}${newValidationsOf(validations)}`,
			}),
		),
		[],
		more,
	);
	const defined = Object.entries(names).map(
		([name, formula]) => `<definedName name="${name}">${xml(formula)}</definedName>`,
	);
	const main = String(parts["xl/workbook.xml"]);
	return zipFile({
		...parts,
		"xl/workbook.xml":
			defined.length === 0
				? main
				: main.replace("</sheets>", `</sheets><definedNames>${defined.join("")}</definedNames>`),
	});
}

/** Formats of cells: number 1 is unlocked. */
export const UNLOCKED_STYLES = (styles: string): string =>
	styles.replace("<xf/><xf/>", '<xf/><xf applyProtection="1"><protection locked="0"/></xf>');
