import selfAssessment, { type QuestionSection } from "virtual:self-assessment";
import { describe, expect, test } from "vitest";
import { answered, gaps, readAnswers, type SelfAnswers, score } from "#src/features/self-assessment/assessment.ts";

const question = (id: string) => ({ id, text: `${id}?`, hint: "", provision: "" });
const sections: QuestionSection[] = [
	{ id: "one", title: "One", questions: [question("a"), question("b")] },
	{ id: "two", title: "Two", questions: [question("c"), question("d")] },
];
const all = sections.flatMap(({ questions }) => questions);

describe("the score", () => {
	test("a yes counts one, a partly one half, and what does not apply counts for nothing", () => {
		const answers: SelfAnswers = {
			a: { choice: "yes" },
			b: { choice: "partly" },
			c: { choice: "not-applicable" },
			d: { choice: "no" },
		};
		expect(score(all, answers)).toEqual({ answered: 4, questions: 4, applying: 3, percent: 50 });
	});

	test("what is not answered is not in place", () => {
		expect(score(all, { a: { choice: "yes" } })).toMatchObject({ answered: 1, applying: 4, percent: 25 });
		expect(score(all, { a: { choice: "yes" }, c: { choice: "not-applicable" } }).percent).toBe(33);
	});

	test("there is none before something that applies is answered", () => {
		expect(score(all, {})).toEqual({ answered: 0, questions: 4, applying: 4, percent: null });
		expect(score(all, { a: { choice: "not-applicable" } }).percent).toBeNull();
		expect(score(all, { a: { evidence: "a note alone is no answer" } }).answered).toBe(0);
	});
});

test("what there is to do: every no before every partly, each with its part", () => {
	const answers: SelfAnswers = { a: { choice: "partly" }, b: { choice: "yes" }, d: { choice: "no", owner: "Ada" } };
	const todo = gaps(sections, answers).map(({ question, section, answer }) => [question.id, section, answer.owner]);
	expect(todo).toEqual([
		["d", "Two", "Ada"],
		["a", "One", undefined],
	]);
});

test("changing one answer leaves the others, and an emptied text is gone", () => {
	const before: SelfAnswers = { a: { choice: "no", owner: "Ada" }, b: { choice: "yes" } };
	expect(answered(before, "a", { choice: "partly", owner: "" })).toEqual({
		a: { choice: "partly" },
		b: { choice: "yes" },
	});
});

describe("a draft that was kept", () => {
	test("comes back as it was", () => {
		const answers: SelfAnswers = { a: { choice: "partly", evidence: "wiki", owner: "Ada", due: "2026-12-01" } };
		expect(readAnswers(JSON.stringify(answers))).toEqual(answers);
	});

	test.each([
		["nothing", null],
		["no JSON", "{"],
		["another kind of JSON", "[1]"],
		["a text", '"yes"'],
	])("%s is an empty draft", (_what, text) => {
		expect(readAnswers(text)).toEqual({});
	});

	test("what is not ours in it is left out, and the rest stays", () => {
		const stored = {
			a: { choice: "maybe", evidence: 3, owner: "Ada", due: "tomorrow" },
			b: null,
			c: { choice: "no", evidence: "x".repeat(2_001) },
		};
		expect(readAnswers(JSON.stringify(stored))).toEqual({ a: { owner: "Ada" }, c: { choice: "no" } });
	});
});

test("the bank has 23 questions, each once, each with the provision it is about", () => {
	const ids = selfAssessment.sections.flatMap(({ questions }) => questions.map(({ id }) => id));
	expect(ids).toHaveLength(23);
	expect(new Set(ids).size).toBe(23);
	for (const { provision } of selfAssessment.sections.flatMap(({ questions }) => questions)) {
		expect(provision).toMatch(/NDPA 2023|GAID 2025/);
	}
});
