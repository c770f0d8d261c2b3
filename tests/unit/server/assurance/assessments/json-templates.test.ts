import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { createReadTemplate } from "#server/assurance/assessments/templates/read-template.ts";
import { createTemplateReaders } from "#server/assurance/assessments/templates/readers.ts";
import { everything, JSON_TYPE, jsonOf, refusalOf } from "#tests/support/assessments/templates.ts";

const readers = createTemplateReaders();
afterAll(readers.close);
const read = createReadTemplate(readers);

describe("a JSON file", () => {
	const [section] = everything.sections;
	const withQuestions = (...questions: unknown[]) =>
		jsonOf({ ...everything, sections: [section, { id: "two", title: "Two", questions }] });

	test("as in our instructions is read", async () => {
		const [, example = ""] = /```json\n([\s\S]*?)```/.exec(await readFile("docs/TEMPLATES.md", "utf8")) ?? [];
		expect(await read(jsonOf(example), JSON_TYPE)).toMatchObject({ id: "warehouse", kind: "visit" });
	});

	test("may begin with a byte order mark", async () => {
		expect(await read(Buffer.concat([Buffer.from("\uFEFF"), jsonOf(everything)]), JSON_TYPE)).toEqual(everything);
	});

	test("is refused with everything that is wrong in it, and where", async () => {
		const file = withQuestions(
			{ id: "A B", type: "text", text: "" },
			{ id: "ok", type: "text", text: "Fine?", unit: "days", ["x".repeat(200)]: 1 },
			{ id: "n", type: "number", text: "N", from: "one" },
			{ id: "s", type: "several", text: "S", choices: [{ id: "a", label: "A" }, { id: "b" }] },
			{ id: "c", type: "choice", text: "C", needsMore: "yes", controls: ["VM1"], showIf: { question: "n", is: [] } },
			{ id: "e", type: "essay", text: "E" },
			"a text",
		);
		expect(await refusalOf(read(file, JSON_TYPE))).toEqual({
			message: "11 things in it have to be changed first.",
			faults: [
				"section 2, question 1, id: An ID is made of small letters, digits, dots and hyphens.",
				"section 2, question 1, text: Please give the question.",
				"section 2, question 2, unit: This does not belong here.",
				`section 2, question 2, ${"x".repeat(60)}: This does not belong here.`,
				"section 2, question 3, from: Please give a number.",
				"section 2, question 4, choice 2, label: Please give a label.",
				"section 2, question 5, controls, entry 1: A control looks like VM-01.",
				"section 2, question 5, needsMore: Please give true or false.",
				"section 2, question 5, showIf, is: Please give at least one choice.",
				"section 2, question 6, type: A question is one of choice, several, text, number, date, photo, signature, place, asset-tag.",
				"section 2, question 7: A question is one of choice, several, text, number, date, photo, signature, place, asset-tag.",
			],
		});
	});

	test("is refused for questions that name each other in a circle, that are missing, or that are there twice", async () => {
		const showIf = (question: string) => ({ showIf: { question, is: ["yes"] } });
		const file = withQuestions(
			{ id: "a", type: "choice", text: "A", ...showIf("b") },
			{ id: "b", type: "choice", text: "B", ...showIf("a") },
			{ id: "c", type: "choice", text: "C", ...showIf("nowhere") },
			{ id: "usual", type: "text", text: "D" },
		);
		expect(await refusalOf(read(file, JSON_TYPE))).toEqual({
			message: "3 things in it have to be changed first.",
			faults: [
				"section 2, question 1: It depends on “b”, and no question above it has that ID.",
				"section 2, question 3: It depends on “nowhere”, and no question above it has that ID.",
				"section 2, question 4: The question “usual” is there twice.",
			],
		});
	});

	test("cannot smuggle in fields of every object", async () => {
		const { faults } = await refusalOf(read(jsonOf(`{"__proto__":{"id":"a"},"id":"a","constructor":{}}`), JSON_TYPE));
		expect(faults).toContain("__proto__: This does not belong here.");
	});

	test("with more faults than anybody reads lists the first", async () => {
		const file = withQuestions(...Array.from({ length: 250 }, (_, n) => ({ id: `Q${n}`, type: "text", text: "Q" })));
		const { message, faults } = await refusalOf(read(file, JSON_TYPE));
		expect(message).toBe("More than 100 things in it have to be changed first.");
		expect(faults).toHaveLength(100);
	});

	test.each<[string, () => Buffer, string]>([
		["nothing", () => Buffer.alloc(0), "It is empty."],
		["half of a file", () => jsonOf(everything).subarray(0, 300), "stops being JSON in line"],
		["a beginning", () => Buffer.from('{"id": '), "breaks off before its end"],
		[
			"JSON with comments",
			() => Buffer.from('{\n  "id": "x",\n  // who made this\n  "title": "One"\n}'),
			"It has comments, the first in line 3, and JSON has none.",
		],
		[
			"a page of a sign-in",
			() => Buffer.from("<!doctype html><title>Sign in</title>"),
			"It is a web page and not JSON",
		],
		["XML", () => Buffer.from("<?xml version='1.0'?><a/>"), "It is XML and not JSON."],
		[
			"a form of another tool",
			() => Buffer.from('{"form": [{"type": "yesno", "label": "Is it on?"}], "version": 2}'),
			"It is JSON of another form: it has “form” with a list of 1, “version” with a number. A template has “id”, “title”, “sections”.",
		],
		["a list", () => Buffer.from("[1, 2]"), "It is JSON of another form: it holds a list of 2."],
		["bytes that are no text", () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "neither UTF-8 nor UTF-16"],
		["brackets without end", () => jsonOf("[".repeat(1_000_000)), "nested too deeply"],
		[
			"a list in a list, without end",
			() => jsonOf(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`),
			"nested too deeply",
		],
		[
			"a million questions that are none",
			() => jsonOf(JSON.stringify(everything).replace(/"questions":\[/, `$&${"1,".repeat(1_000_000)}`)),
			"One thing in it has to be changed first.",
		],
		["50 MB", () => Buffer.alloc(50_000_000, " "), "It is larger than 5.0 MB."],
	])("of %s is refused as a whole", async (_what, make, why) => {
		expect((await refusalOf(read(make(), JSON_TYPE))).message).toContain(why);
	});
});
