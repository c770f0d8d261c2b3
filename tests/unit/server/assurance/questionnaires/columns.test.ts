import { expect, test } from "vitest";
import { sheetData, workbookParts, zipFile } from "#tests/support/questionnaires/office-files.ts";
import { answersFor, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const csv = (...lines: string[]) => Buffer.from(lines.join("\n"));
const textsIn = async (file: Buffer) => (await readQuestionnaire(file, "csv")).questions.map(({ text }) => text);

test("a table without a column for answers gets one, with its heading, and this is said", async () => {
	const file = csv(
		"ID,Area,Question,Type",
		"A-01,Access,Do you use MFA?,Yes/No",
		"A-02,Access,Do you review rights?,Yes/No",
	);
	const { questions, notTaken } = await readQuestionnaire(file, "csv");
	expect(questions.map(({ section, text }) => [section, text])).toEqual([
		["Access", "Do you use MFA?"],
		["Access", "Do you review rights?"],
	]);
	expect(notTaken).toEqual([{ place: "Row 1", why: expect.stringContaining("No column for answers was found") }]);
	const filled = await fillQuestionnaire(file, "csv", new Map([["2", { answer: "Always", sources: "Library" }]]));
	expect(filled.toString()).toBe(
		[
			"ID,Area,Question,Type,Answer,Sources",
			"A-01,Access,Do you use MFA?,Yes/No,Always,Library",
			"A-02,Access,Do you review rights?,Yes/No",
		].join("\n"),
	);
	const again = await readQuestionnaire(filled, "csv");
	expect(again.questions.map(({ answer }) => answer)).toEqual(["Always", ""]);
	expect(again.notTaken).toEqual([]);
});

test.each([
	[
		"totals, notes of rights and ids are no questions",
		["1,Do you use MFA?,", ",Gesamtpunktzahl,", "2,B-02,", ",© 2026 Somebody,"],
	],
	["nor are the criteria of a scale", ["1,Do you use MFA?,", ",Rating scale,", "0,Not done,", "1,Done,"]],
])("%s", async (_what, lines) => {
	expect(await textsIn(csv("No,Question,Answer", ...lines))).toEqual(["Do you use MFA?"]);
});

test("the column whose texts are questions has them, whatever stands above the others", async () => {
	const rows = ["Rules,Passwords shall not be shared by anybody.,", "Roles,Duties are written down and known.,"];
	expect(await textsIn(csv("Control,Requirement,Response", ...rows))).toEqual([
		"Passwords shall not be shared by anybody.",
		"Duties are written down and known.",
	]);
});

test("a block with its columns in another order starts anew", async () => {
	const file = csv("Question,Answer", "Do you use MFA?,", "", "Answer,Question", ",Do you review rights?");
	const filled = await fillQuestionnaire(file, "csv", answersFor([{ id: "2" }, { id: "5" }]));
	expect(filled.toString().split("\n").slice(1)).toEqual([
		'Do you use MFA?,Yes. This answers 2.,"Library, 2"',
		"",
		"Answer,Question",
		'Yes. This answers 5.,Do you review rights?,"Library, 5"',
	]);
});

test("facts beside questions are listed as not taken", async () => {
	const { questions, notTaken } = await readQuestionnaire(
		csv("Do you use MFA?,", "Do you keep logs?,", "Company name,"),
		"csv",
	);
	expect(questions.map(({ id }) => id)).toEqual(["1", "2"]);
	expect(notTaken).toHaveLength(1);
});

test("the separator is the one that gives the rows the same number of columns", async () => {
	const file = csv(
		"1;Do you use MFA, and for whom?;",
		"2;Do you keep logs, and for how long?;",
		"3;Where, and by whom?;",
	);
	expect(await textsIn(file)).toEqual([
		"Do you use MFA, and for whom?",
		"Do you keep logs, and for how long?",
		"Where, and by whom?",
	]);
});

test("a sheet that only asks is not a form if another one is, and how much it asks is said", async () => {
	const file = await zipFile(
		workbookParts([
			{
				name: "Page 1",
				sheet: sheetData([["How do I use this?"], ["Enter your answers on the next page."], ["Who helps?"]]),
			},
			{ name: "Page 2", sheet: sheetData([["Question", "Answer"], ["Do you use MFA?"]]) },
		]),
	);
	const { questions, notTaken } = await readQuestionnaire(file, "xlsx");
	expect(questions.map(({ id }) => id)).toEqual(["2!A2"]);
	expect(notTaken).toEqual([{ place: "Page 1", why: expect.stringContaining("texts in it ask something") }]);
});

test("a question outside the tables is listed as not taken", async () => {
	const { notTaken } = await readQuestionnaire(
		csv("Who fills this in?,", "", "Question,Answer", "Do you use MFA?,"),
		"csv",
	);
	expect(notTaken).toEqual([{ place: "Row 1", why: expect.stringContaining("outside the tables") }]);
});
