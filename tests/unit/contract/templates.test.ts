import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
	choicesOf,
	OBSERVED,
	QUESTION_TYPES,
	type Question,
	questionsOf,
	type Template,
} from "#contract/assessments/template.ts";
import { TEMPLATES, templateOf } from "#contract/assessments/templates.ts";
import { templatesOf } from "#contract/assessments/templates-of.ts";
import { CATALOG } from "#contract/controls/catalog-data.ts";
import { leavesOf } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import golden from "#tests/fixtures/assessments/question-ids.json" with { type: "json" };
import released from "#tests/fixtures/assessments/released-versions.json" with { type: "json" };

const CODES = new Set(CATALOG.map(({ code }) => code));
const named = (id: string): Template => {
	const found = TEMPLATES.find((template) => template.id === id);
	if (!found) throw new Error(`There is no template ${id}.`);
	return found;
};
const observedIn = (template: Template) =>
	questionsOf(template).flatMap((question) =>
		question.type === "choice" && question.observed ? [[question.provision, question.observed]] : [],
	);

test("every template in the folder is one of ours", () => {
	const files = readdirSync("contract/assessments/templates")
		.filter((file) => file.endsWith(".json"))
		.map((file) => file.replace(/\.json$/, ""));
	expect(TEMPLATES.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test("a template is found by its ID and version, and by no other", () => {
	const { id, version } = named("vendor");
	expect(templateOf(id, version)).toBe(named("vendor"));
	expect(templateOf(id, version + 1)).toBeUndefined();
	expect(templateOf("nobody’s" as typeof id, version)).toBeUndefined();
});

/** A visit that was started without a connection names its version, and may arrive after an update. */
test("every version that was released is still there, word for word", () => {
	for (const [id, versions] of Object.entries(released)) {
		for (const [version, sha256] of Object.entries(versions)) {
			const text = JSON.stringify(templateOf(named(id).id, Number(version)));
			expect(createHash("sha256").update(text).digest("hex"), `${id}, version ${version}`).toBe(sha256);
		}
	}
	for (const { id, version } of TEMPLATES) {
		expect(Object.keys(released[id as keyof typeof released] ?? {}), id).toContain(String(version));
	}
});

/** An answer is stored under its question's ID and its choice's: changing either would lose it. */
test("questions keep their IDs, their types and the IDs of their choices", () => {
	const now = TEMPLATES.map((template) => [
		template.id,
		Object.fromEntries(
			questionsOf(template).map((question) => [
				question.id,
				[question.type, ...("choices" in question ? (question.choices ?? []).map(({ id }) => id) : [])].join(" "),
			]),
		),
	]);
	expect(Object.fromEntries(now)).toEqual(golden);
});

describe.each(TEMPLATES.map((template) => [template.id, template] as const))("%s", (_id, template) => {
	const questions = questionsOf(template);

	test("fits on a phone", () => {
		for (const { id, text, hint } of questions) {
			expect(text.length, id).toBeLessThanOrEqual(130);
			expect(hint.length, id).toBeLessThanOrEqual(140);
		}
		for (const question of questions) {
			if (question.type !== "choice" && question.type !== "several") continue;
			for (const { label } of choicesOf(question)) expect(label.length, question.id).toBeLessThanOrEqual(40);
		}
	});

	test("asks in whole sentences and does not say the same twice", () => {
		const texts = questions.map(({ text }) => text);
		expect(new Set(texts).size).toBe(texts.length);
		for (const { text, hint } of questions) {
			expect(text).toMatch(/^\p{Lu}.*[?.]$/u);
			if (hint !== "") expect(hint).toMatch(/^[\p{Lu}\p{N}].*[.”?]$/u);
		}
	});

	test("proposes from scans only where yes, partly and no can be chosen", () => {
		for (const question of questions) {
			if (question.type !== "choice" || question.observed === undefined) continue;
			expect(
				choicesOf(question).map(({ id }) => id),
				question.id,
			).toEqual(expect.arrayContaining(["yes", "partly", "no"]));
		}
	});
});

test("the self-assessment has the 23 questions of the public page, without asking for more", () => {
	const questions = questionsOf(named("ndpa"));
	expect(questions).toHaveLength(23);
	for (const question of questions) expect(question).toMatchObject({ type: "choice", needsMore: false });
});

test("the supplier questionnaire asks at least once for each control of MVSP, and for no other", () => {
	const wanted = leavesOf(PACKS.mvsp).map(({ id }) => `MVSP ${id}`);
	const asked = questionsOf(named("vendor")).map(({ provision }) => provision);
	expect(wanted).toHaveLength(25);
	expect([...new Set(asked)].filter((provision) => provision !== "").toSorted()).toEqual(wanted.toSorted());
});

test("what scans can say of a supplier is proposed where MVSP asks for it", () => {
	expect(observedIn(named("vendor"))).toEqual([
		["MVSP 1.1", "security-txt"],
		["MVSP 1.3", "scan-cadence"],
		["MVSP 2.2", "encrypted-transport"],
		["MVSP 2.6", "supported-software"],
		["MVSP 3.3", "web-weaknesses"],
		["MVSP 3.4", "time-to-fix"],
		["MVSP 4.2", "exposed-services"],
	]);
	expect(observedIn(named("vendor")).map(([, observed]) => observed)).toEqual(OBSERVED);
});

test("the site visit is evidence for controls on site, uses what a phone can do, and asks for no signature before sign-off", () => {
	const questions = questionsOf(named("site-visit"));
	const areas = new Set(questions.flatMap(({ controls }) => controls.map((code) => code.slice(0, 2))));
	expect([...areas]).toEqual(expect.arrayContaining(["PH", "BC", "AS", "PE", "NW", "IR"]));
	expect([...new Set(questions.map(({ type }) => type))].toSorted()).toEqual(
		QUESTION_TYPES.filter((type) => type !== "signature").toSorted(),
	);
	for (const question of questions) {
		if (question.type !== "choice") continue;
		const canFail = choicesOf(question).some(({ met }) => met === "no" || met === "partly");
		expect(question.needsMore, question.id).toBe(canFail);
	}
});

const sound = named("vendor");
const [section] = sound.sections as [Template["sections"][number]];
const [first, second] = section.questions as [Question, Question];
const withQuestions = (...questions: unknown[]) => ({ ...sound, sections: [{ ...section, questions }] });

test.each<[string, string, unknown]>([
	["another ID", "its id is vendor-2", { ...sound, id: "vendor-2" }],
	["an ID with capitals", "An ID is made of small letters", withQuestions({ ...first, id: "A" })],
	["no source", "source", { ...sound, source: undefined }],
	[
		"an address that runs a script",
		"begins with https://",
		{ ...sound, source: { title: "a", url: "javascript:alert(1)" } },
	],
	["no day", "asOf: Please give the day", { ...sound, asOf: undefined }],
	["no sections", "at least one section", { ...sound, sections: [] }],
	["a section twice", "The section “service” is there twice.", { ...sound, sections: [section, section] }],
	["a question twice", "The question “service” is there twice.", withQuestions(first, first)],
	[
		"too many questions",
		"at most 300",
		withQuestions(...Array.from({ length: 301 }, (_, n) => ({ ...first, id: `q${n}` }))),
	],
	["a type that there is not", "A question is one of", withQuestions({ ...first, type: "essay" })],
	["one choice", "at least two choices", withQuestions({ ...second, choices: [{ id: "a", label: "A" }] })],
	[
		"a choice twice",
		"the choice “a” twice",
		withQuestions({
			...second,
			choices: [
				{ id: "a", label: "A" },
				{ id: "a", label: "B" },
			],
		}),
	],
	["a unit on what is no number", "sections.0.questions.0", withQuestions({ ...first, unit: "days" })],
	["numbers from more to less", "from 2 to 1", withQuestions({ id: "n", type: "number", text: "n", from: 2, to: 1 })],
	["a control that there is not", "There is no control “ZZ-99”.", withQuestions({ ...first, controls: ["ZZ-99"] })],
	[
		"an observation that there is not",
		"What is observed is one of",
		withQuestions({ id: "n", type: "choice", text: "n", observed: "weather" }),
	],
	[
		"a condition on a question that there is not",
		"It depends on “nowhere”, and no question above it has that ID.",
		withQuestions({ ...first, showIf: { question: "nowhere", is: ["yes"] } }),
	],
	[
		"a condition on itself",
		"It depends on “service”, and no question above it",
		withQuestions({ ...first, showIf: { question: first.id, is: ["yes"] } }),
	],
	[
		"conditions that go in a circle",
		"It depends on “b”, and no question above it has that ID.",
		withQuestions(
			{ id: "a", type: "choice", text: "a", showIf: { question: "b", is: ["yes"] } },
			{ id: "b", type: "choice", text: "b", showIf: { question: "a", is: ["yes"] } },
		),
	],
	[
		"a condition on a question without a single choice",
		"which has no single choice",
		withQuestions(second, { ...first, showIf: { question: second.id, is: ["cloud"] } }),
	],
	[
		"a condition on a choice that is not offered",
		"It depends on the choice “maybe”, which “a” does not offer.",
		withQuestions({ id: "a", type: "choice", text: "a" }, { ...first, showIf: { question: "a", is: ["maybe"] } }),
	],
])("a template with %s is refused by name", (_what, why, file) => {
	const load = () => templatesOf({ vendor: file }, CODES);
	expect(load).toThrow("vendor is no template: ");
	expect(load).toThrow(why);
});
