import { describe, expect, test } from "vitest";
import { AS_FOUND, type HowToFill } from "#server/assurance/questionnaires/file/found.ts";
import { packageFaults, partsOf, textOfPart } from "#tests/support/questionnaires/check-package.ts";
import { listedWorkbook, UNLOCKED_STYLES } from "#tests/support/questionnaires/listed-workbook.ts";
import {
	cell,
	documentParts,
	documentTable,
	paragraph,
	workbookParts,
	zipFile,
} from "#tests/support/questionnaires/office-files.ts";
import { startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const SHEET = "xl/worksheets/sheet1.xml";
const LIST = [{ at: "B2:B4", formula: '"Yes,No,N/A"' }];
const QUESTIONS = ["Do you encrypt data?", "Do you review access?", "Do you test backups?"];
const fill = (file: Buffer, answers: Record<string, object>, how: Partial<HowToFill> = {}) =>
	fillQuestionnaire(
		file,
		"xlsx",
		new Map(Object.entries(answers).map(([id, each]) => [id, { answer: "", sources: "", ...each }])),
		{ ...AS_FOUND, ...how },
	);

describe("a cell with a list gets one of its values, and the text goes beside it", () => {
	const file = listedWorkbook([
		{
			name: "Form",
			rows: [["Question", "Response", "Details"], ...QUESTIONS.map((text) => [text])],
			validations: LIST,
		},
	]);

	test("the one that was chosen, or that the answer begins with; a choice that says all goes alone", async () => {
		const filled = await fill(await file, {
			"1!A2": { answer: "AES-256 everywhere.", choice: "Yes" },
			"1!A3": { answer: "No, only yearly." },
			"1!A4": { answer: "N/A", choice: "N/A" },
		});
		const sheet = textOfPart(filled, SHEET);
		for (const written of [cell("B2", "Yes"), cell("C2", "AES-256 everywhere."), cell("B3", "No"), cell("B4", "N/A")]) {
			expect(sheet).toContain(written);
		}
		expect(sheet).not.toContain('r="C4"');
	});

	test("none of them if the answer says none, and never one that the list does not have", async () => {
		const sheet = textOfPart(
			await fill(await file, { "1!A2": { answer: "It depends." }, "1!A3": { answer: "Mostly.", choice: "Mostly" } }),
			SHEET,
		);
		expect(sheet).not.toMatch(/r="B[23]"/);
		expect(sheet).toContain(cell("C2", "It depends."));
	});

	test("alone if there is no cell for a text", async () => {
		const alone = await listedWorkbook([
			{ name: "Form", rows: [["Question", "Response"], ...QUESTIONS.map((text) => [text])], validations: LIST },
		]);
		expect((await readQuestionnaire(alone, "xlsx")).questions).toMatchObject(
			QUESTIONS.map((text) => ({ text, list: 0, hasText: false })),
		);
		const filled = await fill(alone, {
			"1!A2": { answer: "Yes. AES-256." },
			"1!A3": { answer: "Each month.", choice: "No" },
		});
		const sheet = textOfPart(filled, SHEET);
		expect(sheet).toContain(cell("B2", "Yes"));
		expect(sheet).toContain(cell("B3", "No"));
		expect(sheet).not.toContain("AES-256");
	});
});

test("a full cell stays as it is unless it may be replaced, and an invitation to choose is not full", async () => {
	const file = await listedWorkbook([
		{
			name: "Form",
			rows: [
				["Question", "Response", "Details"],
				[QUESTIONS[0] ?? "", "No", ""],
				[QUESTIONS[1] ?? "", "Please select", ""],
				[QUESTIONS[2] ?? "", "", "As agreed by phone"],
			],
			validations: LIST,
		},
	]);
	const { questions } = await readQuestionnaire(file, "xlsx");
	expect(questions.map(({ answer }) => answer)).toEqual(["No", "", "As agreed by phone"]);
	const answers = Object.fromEntries(questions.map(({ id }) => [id, { answer: "Yes. We do.", sources: "Library" }]));
	const kept = textOfPart(await fill(file, answers), SHEET);
	expect(kept).toContain(cell("B2", "No"));
	expect(kept).toContain(cell("C2", "Yes. We do."));
	expect(kept).toContain(cell("B3", "Yes"));
	expect(kept).toContain(cell("B4", "Yes"));
	expect(kept).toContain(cell("C4", "As agreed by phone"));
	const replaced = textOfPart(await fill(file, answers, { replace: true }), SHEET);
	expect(replaced).toContain(cell("B2", "Yes"));
	expect(replaced).toContain(cell("C4", "Yes. We do."));

	const csv = Buffer.from("Question,Answer\nDo you encrypt data?,Of course\n");
	const given = new Map([["2", { answer: "AES", sources: "Library" }]]);
	expect((await fillQuestionnaire(csv, "csv", given)).equals(csv)).toBe(true);
	const asked = documentTable([[paragraph("Do you encrypt data?"), paragraph("Of course")]]);
	const docx = await zipFile(documentParts(asked));
	const same = await fillQuestionnaire(docx, "docx", new Map([["t1r1", { answer: "AES", sources: "Library" }]]));
	expect(textOfPart(same, "word/document.xml")).toBe(textOfPart(docx, "word/document.xml"));
});

describe("sources go where a person wants them", () => {
	const plain = () =>
		listedWorkbook([{ name: "Form", rows: [["Question", "Answer"], ...QUESTIONS.map((text) => [text])] }]);
	const answers = { "1!A2": { answer: "AES-256.", sources: "Approved by Ada & Ben" } };

	test("nowhere, and the file says nothing of them", async () => {
		const filled = await fill(await plain(), answers, { sources: "none" });
		expect(textOfPart(filled, SHEET)).not.toContain("Sources");
		expect(textOfPart(filled, SHEET)).not.toContain("Approved by");
	});

	test("into a comment on the answer, in parts of its own", async () => {
		const before = await plain();
		const filled = await fill(before, answers, { sources: "comment" });
		expect(packageFaults(filled)).toEqual([]);
		expect(textOfPart(filled, SHEET)).not.toContain("Sources");
		expect(textOfPart(filled, SHEET)).toContain("<legacyDrawing ");
		const added = Object.keys(partsOf(filled)).filter((path) => !(path in partsOf(before)));
		expect(added.toSorted()).toEqual([
			"xl/comments1.xml",
			"xl/drawings/vmlDrawing1.vml",
			"xl/worksheets/_rels/sheet1.xml.rels",
		]);
		expect(textOfPart(filled, "xl/comments1.xml")).toContain(
			'<comment ref="B2" authorId="0"><text><t xml:space="preserve">Approved by Ada &amp; Ben</t></text></comment>',
		);
		expect(textOfPart(filled, "xl/drawings/vmlDrawing1.vml")).toContain("<x:Row>1</x:Row><x:Column>1</x:Column>");
		expect(textOfPart(filled, "[Content_Types].xml")).toMatch(/Extension="vml".*PartName="\/xl\/comments1.xml"/);
	});

	test("beside the comments that a sheet has; a cell that has one keeps it", async () => {
		const first = await fill(
			await plain(),
			{ "1!A2": { answer: "AES-256.", sources: "First" } },
			{ sources: "comment" },
		);
		const both = await fill(
			first,
			{
				"1!A2": { answer: "AES-512.", sources: "Second" },
				"1!A3": { answer: "Monthly.", sources: "Third" },
			},
			{ sources: "comment", replace: true },
		);
		expect(packageFaults(both)).toEqual([]);
		expect(Object.keys(partsOf(both))).toEqual(Object.keys(partsOf(first)));
		const comments = textOfPart(both, "xl/comments1.xml");
		expect(comments).toContain("First");
		expect(comments).not.toContain("Second");
		expect(comments).toMatch(/ref="B3" authorId="1".*Third/);
		expect(textOfPart(both, "xl/drawings/vmlDrawing1.vml").match(/<v:shape /g)).toHaveLength(2);
	});
});

describe("in a protected sheet only unlocked cells are written", () => {
	const unlocked = { "xl/styles.xml": UNLOCKED_STYLES(String(workbookParts([])["xl/styles.xml"])) };
	const data = (styles: readonly (number | undefined)[]) =>
		`<cols><col min="3" max="3" width="40" style="1"/></cols><sheetData><row r="1">${cell("A1", "Question")}${cell("B1", "Answer")}${cell("C1", "Remarks")}</row>${QUESTIONS.map((text, at) => `<row r="${at + 2}">${cell(`A${at + 2}`, text)}${styles[at] === undefined ? "" : `<c r="B${at + 2}" s="${styles[at]}"/>`}</row>`).join("")}</sheetData>`;
	const sheetOf = (styles: readonly (number | undefined)[]) =>
		listedWorkbook([{ name: "Form", rows: [], data: data(styles), isProtected: true }], {}, unlocked);

	test("the column whose cells are open is the one for answers, and sources get no column", async () => {
		const file = await sheetOf([0, 0, undefined]);
		const { questions, notTaken } = await readQuestionnaire(file, "xlsx");
		expect(questions).toHaveLength(3);
		expect(notTaken).toEqual([
			{ place: "Form", why: "The sheet is protected, so it gets no column of sources. They can be comments instead." },
		]);
		const sheet = textOfPart(await fill(file, { "1!A2": { answer: "Yes.", sources: "Library" } }), SHEET);
		expect(sheet).toContain('r="C2"');
		expect(sheet).not.toContain("Library");
		expect(sheet).toContain('<c r="B2" s="0"/>');
	});

	test("a locked cell among open ones is named", async () => {
		const { questions, notTaken } = await readQuestionnaire(await sheetOf([1, 0, 1]), "xlsx");
		expect(questions.map(({ id }) => id)).toEqual(["1!A2", "1!A4"]);
		expect(notTaken).toContainEqual({
			place: "Form, row 3",
			why: "Its answer cell is locked: the sheet is protected.",
		});
	});
});
