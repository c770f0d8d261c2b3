import { afterAll, describe, expect, test } from "vitest";
import { questionsOf, type Template } from "#contract/assessments/template.ts";
import { TEMPLATES } from "#contract/assessments/templates.ts";
import { HOW_TO } from "#server/assurance/assessments/templates/how-to.ts";
import { createReadTemplate } from "#server/assurance/assessments/templates/read-template.ts";
import { createTemplateReaders } from "#server/assurance/assessments/templates/readers.ts";
import { COLUMNS, FACTS } from "#server/assurance/assessments/templates/template-sheets.ts";
import { writeTemplate } from "#server/assurance/assessments/templates/write-template.ts";
import { readSheet, readStrings } from "#server/platform/files/xlsx/read-xlsx.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { everything, JSON_TYPE, XLSX_TYPE } from "#tests/support/assessments/templates.ts";

const readers = createTemplateReaders();
afterAll(readers.close);
const read = createReadTemplate(readers);

describe.each([...TEMPLATES, everything].map((each) => [each.id, each] as const))("%s", (_id, each) => {
	test("comes back as it was from JSON, from XLSX, and from one after the other", async () => {
		expect(await read(await writeTemplate(each, "json"), JSON_TYPE)).toEqual(each);
		const back = await read(await writeTemplate(each, "xlsx"), XLSX_TYPE);
		expect(back).toEqual(each);
		expect(await writeTemplate(back, "json")).toEqual(await writeTemplate(each, "json"));
	});

	test("is the same bytes each time, whatever the order in which a database kept its fields", async () => {
		const turned = turn(each) as Template;
		expect(Object.keys(turned)).not.toEqual(Object.keys(each));
		for (const format of ["json", "xlsx"] as const) {
			expect(await writeTemplate(turned, format)).toEqual(await writeTemplate(each, format));
		}
	});
});

const turn = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(turn);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.toReversed()
			.map(([key, inner]) => [key, turn(inner)]),
	);
};

test("a JSON file leaves out what goes without saying", async () => {
	const [first] = JSON.parse((await writeTemplate(everything, "json")).toString()).sections[1].questions.slice(1);
	expect(first).toEqual({ id: "number-from", text: "8", type: "number", from: 0 });
});

test("an XLSX file says how to fill it in: every fact that needs words, and every column", async () => {
	const { sheets, sharedStrings } = await unpackXlsx(await writeTemplate(everything, "xlsx"));
	expect(sheets.map(({ name }) => name)).toEqual(["Template", "Questions", "How to"]);
	const [facts, questions, help] = sheets.map(({ xml }) =>
		readSheet(xml, readStrings(sharedStrings), 1_000).rows.map(({ cells }) => cells.map(({ text }) => text)),
	);
	expect(facts?.slice(1).map(([name]) => name)).toEqual(Object.values(FACTS));
	expect(questions?.[0]).toEqual(Object.values(COLUMNS).map(({ head }) => head));
	expect(questions).toHaveLength(1 + questionsOf(everything).length);
	expect(help?.map(([part]) => part)).toEqual(expect.arrayContaining(Object.values(COLUMNS).map(({ head }) => head)));
	expect(HOW_TO.rows.every((row) => row.length === 2)).toBe(true);
});
