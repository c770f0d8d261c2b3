import { describe, expect, test } from "vitest";
import { AS_FOUND } from "#server/assurance/questionnaires/file/found.ts";
import { findLibreOffice, recalculate } from "#tests/support/libreoffice.ts";
import { packageFaults } from "#tests/support/questionnaires/check-package.ts";
import { listedWorkbook } from "#tests/support/questionnaires/listed-workbook.ts";
import { cell, workbookParts, zipFile } from "#tests/support/questionnaires/office-files.ts";
import { startFiles } from "./files.ts";

const libreOffice = findLibreOffice();
const why = libreOffice === undefined ? " (skipped: no LibreOffice here, see scripts/install-libreoffice.ts)" : "";
const { readQuestionnaire, fillQuestionnaire } = startFiles();

const QUESTIONS = [
	{ text: "Do you have an information security policy?", weight: 5, answer: "Yes" },
	{ text: "Is multi-factor authentication required for employees?", weight: 10, answer: "Yes" },
	{ text: "Is customer data encrypted at rest?", weight: 8, answer: "Partially" },
	{ text: "Are backups restored in a test every year?", weight: 4, answer: "No" },
	{ text: "Is there a plan for security incidents?", weight: 3, answer: "Yes" },
];
const FIRST = 2;
const LAST = FIRST + QUESTIONS.length - 1;
/** Saved with the score of an empty questionnaire. */
const formula = (name: string, text: string, value = "0") => `<c r="${name}"><f>${text}</f><v>${value}</v></c>`;

/** As buyers score their suppliers: points for each row, totals below, and a verdict on a sheet of its own. */
const scoredWorkbook = () => {
	const answers = `C${FIRST}:C${LAST}`;
	const rows = QUESTIONS.map(({ text, weight }, at) => {
		const row = FIRST + at;
		const points = formula(`E${row}`, `IF(C${row}="Yes",D${row},IF(C${row}="Partially",D${row}/2,0))`);
		return `<row r="${row}">${cell(`A${row}`, `${at + 1}`)}${cell(`B${row}`, text)}<c r="C${row}" s="4"/><c r="D${row}"><v>${weight}</v></c>${points}</row>`;
	});
	const heads = ["#", "Question", "Answer", "Weight", "Points"].map((head, at) => cell(`${"ABCDE"[at]}1`, head));
	const total = `<row r="9">${cell("A9", "Score")}${formula("B9", `SUMPRODUCT((${answers}="Yes")*D${FIRST}:D${LAST})`)}${formula("C9", `COUNTIF(${answers},"Yes")`)}${formula("D9", `COUNTBLANK(${answers})`, "5")}${formula("E9", `SUM(E${FIRST}:E${LAST})`)}</row>`;
	const list = `<dataValidations count="1"><dataValidation type="list" sqref="${answers}"><formula1>"Yes,No,Partially"</formula1></dataValidation></dataValidations>`;
	return zipFile(
		workbookParts([
			{
				name: "Security",
				sheet: `<sheetData><row r="1">${heads.join("")}</row>${rows.join("")}${total}</sheetData>${list}`,
			},
			{
				name: "Result",
				sheet: `<sheetData><row r="1">${cell("A1", "Result")}<c r="B1" t="str"><f>IF(Security!E9&gt;=20,"Approved","Rejected")</f><v>Rejected</v></c></row></sheetData>`,
			},
		]),
	);
};

describe.skipIf(libreOffice === undefined)(`the scores of a filled workbook${why}`, () => {
	test("come out by the answers when LibreOffice recalculates its formulas", { timeout: 600_000 }, async () => {
		const file = await scoredWorkbook();
		const { questions } = await readQuestionnaire(file, "xlsx");
		expect(questions.map(({ text }) => text)).toEqual(QUESTIONS.map(({ text }) => text));
		const answers = new Map(
			questions.map(({ id }, at) => [id, { answer: QUESTIONS[at]?.answer ?? "", sources: "Library" }]),
		);
		const empty = await recalculate(libreOffice ?? "", file);
		expect(empty(1, 9)).toEqual(["Score", "0", "0", "5", "0"]);
		expect(empty(2, 1)).toEqual(["Result", "Rejected"]);

		const filled = await recalculate(libreOffice ?? "", await fillQuestionnaire(file, "xlsx", answers));
		const points = QUESTIONS.map(({ weight, answer }) => ({ Yes: weight, Partially: weight / 2 })[answer] ?? 0);
		const sum = (numbers: readonly number[]) => numbers.reduce((so, one) => so + one, 0);
		const yes = QUESTIONS.filter(({ answer }) => answer === "Yes");
		for (const [at, { answer, weight }] of QUESTIONS.entries()) {
			expect(filled(1, FIRST + at).slice(2, 5)).toEqual([answer, `${weight}`, `${points[at]}`]);
		}
		expect(filled(1, 9)).toEqual([
			"Score",
			`${sum(yes.map(({ weight }) => weight))}`,
			`${yes.length}`,
			"0",
			`${sum(points)}`,
		]);
		expect(filled(2, 1)).toEqual(["Result", "Approved"]);
	});

	test("count the numbers of a list on a hidden sheet, with sentences beside them and sources in comments", {
		timeout: 600_000,
	}, async () => {
		const rows = [2, 3, 4].map((no) => `<row r="${no}">${cell(`A${no}`, `Do you have control ${no}?`)}</row>`);
		const heads = ["Question", "Answer", "Comments"].map((head, at) => cell(`${"ABC"[at]}1`, head));
		const file = await listedWorkbook(
			[
				{
					name: "Maturity",
					rows: [],
					data: `<sheetData><row r="1">${heads.join("")}</row>${rows.join("")}<row r="6">${cell("A6", "Score")}${formula("B6", "SUM(B2:B4)")}${formula("C6", "COUNT(B2:B4)")}</row></sheetData>`,
					validations: [{ at: "B2:B4", formula: "Levels" }],
				},
				{
					name: "Values",
					state: "hidden",
					rows: [],
					data: `<sheetData>${[0, 1, 2, 3, 4, 5].map((level, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${level}</v></c></row>`).join("")}</sheetData>`,
				},
			],
			{ Levels: "Values!$A$1:$A$6" },
		);
		const { questions, lists } = await readQuestionnaire(file, "xlsx");
		expect(questions.map(({ list }) => lists[list ?? -1]?.length)).toEqual([6, 6, 6]);
		const answers = new Map(
			questions.map(({ id }, at) => [id, { answer: "As described.", choice: `${at + 2}`, sources: "Approved answer" }]),
		);
		const filled = await fillQuestionnaire(file, "xlsx", answers, { ...AS_FOUND, sources: "comment" });
		expect(packageFaults(filled)).toEqual([]);
		const recalculated = await recalculate(libreOffice ?? "", filled);
		expect(recalculated(1, 3)).toEqual(["Do you have control 3?", "3", "As described."]);
		expect(recalculated(1, 6)).toEqual(["Score", "9", "3"]);
	});
});
