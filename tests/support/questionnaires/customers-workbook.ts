import { cell, sheetData, workbookParts, zipFile } from "./office-files.ts";

export const STRINGS = [
	"Do you have an information security policy?",
	"Is multi-factor authentication required for employees?",
	"How often are access rights reviewed?",
	"A. Access control",
	"B. Data & backups",
	"How are backups made & tested?\nPlease give the <interval>.",
	"Is customer data encrypted at rest?",
];
const shared = (name: string, at: number, style = 3) => `<c r="${name}" s="${style}" t="s"><v>${at}</v></c>`;
const empty = (name: string, style = 4) => `<c r="${name}" s="${style}"/>`;

/** As a customer's buyers make it: a cover, instructions, two tables, and a sheet for themselves. */
export const customersWorkbook = () =>
	zipFile(
		workbookParts(
			[
				{
					name: "Cover",
					sheet: sheetData([["Acme Corp"], ["Vendor security questionnaire"], ["Please return it by Friday."]]),
				},
				{
					name: "Instructions",
					sheet: sheetData([
						["How do I fill this in?"],
						["Please answer every question in the column Response."],
						["Who can I ask?"],
					]),
				},
				{
					name: "Security",
					sheet: `<sheetPr><tabColor rgb="FF0000"/></sheetPr><dimension ref="A1:F12"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="1" width="5" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>
<row r="1" spans="1:6" ht="30" customHeight="1">${cell("A1", "Vendor security questionnaire", 1)}</row>
<row r="2">${cell("A2", "Supplier:", 2)}${empty("B2")}</row>
<row r="4" spans="1:6">${["#", "Question", "Guidance", "Response", "Comments", "Score"].map((head, at) => cell(`${"ABCDEF"[at]}4`, head, 2)).join("")}</row>
<row r="5">${cell("A5", "1")}${shared("B5", 0)}${cell("C5", "Attach it.")}${empty("D5")}${empty("E5")}<c r="F5"><f>IF(D5="",0,1)</f><v>0</v></c></row>
<row r="6">${shared("A6", 3, 5)}</row>
<row r="7">${cell("A7", "2")}${shared("B7", 1)}${empty("D7")}<c r="F7"><f>IF(D7="",0,1)</f><v>0</v></c></row>
<row r="8">${cell("A8", "3")}${shared("B8", 2)}<c r="D8" s="6" t="str"><f>'Lists'!A1</f><v>Quarterly</v></c></row>
<row r="9">${shared("A9", 4, 5)}</row>
<row r="10">${cell("A10", "4")}${shared("B10", 5)}${cell("D10", "=2+2 old answer", 4)}</row>
<row r="11" hidden="1">${cell("A11", "5")}${shared("B11", 6)}${empty("D11")}</row>
<row r="12">${cell("A12", "6")}${shared("B12", 6)}</row>
</sheetData><mergeCells count="3"><mergeCell ref="A1:F1"/><mergeCell ref="A6:F6"/><mergeCell ref="A9:F9"/></mergeCells><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>`,
				},
				{
					name: "Privacy",
					sheet: `<sheetData><row r="3">${["Yes/No", "Ref", "Requirement description", "Supplier comments", "Reviewer comments"].map((head, at) => cell(`${"ABCDE"[at]}3`, head)).join("")}</row>
<row r="4">${cell("B4", "P.1")}${cell("C4", "A data protection officer is appointed")}</row>
<row r="5">${cell("B5", "P.2")}${cell("C5", "Subprocessors are listed")}</row></sheetData><dataValidations count="1"><dataValidation type="list" sqref="A4:A99"><formula1>"Yes,No,Partially"</formula1></dataValidation></dataValidations>`,
				},
				{
					name: "Internal",
					state: "hidden",
					sheet: sheetData([
						["Question", "Answer"],
						["Do we like them?", ""],
					]),
				},
			],
			STRINGS,
			{ "xl/media/logo.png": Buffer.from([0x89, 0x50, 1, 2, 3]), "docProps/app.xml": "<Properties/>" },
		),
	);
