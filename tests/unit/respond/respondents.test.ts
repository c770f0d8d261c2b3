import { describe, expect, test } from "vitest";
import { template } from "#contract/assessments/template.ts";
import { askedSections } from "#server/assurance/assessments/respondents/asked-sections.ts";
import { respondentState } from "#server/assurance/assessments/respondents/respondent-state.ts";
import { newDigits, plainDigits } from "#server/assurance/assessments/respondents/six-digits.ts";
import { readToken } from "#src/features/respond/use-links.ts";

const at = new Date("2026-11-24T10:00:00.000Z");
const TODAY = "2026-11-24";

describe("a link’s state", () => {
	const sent = { endsOn: TODAY, openedAt: null, confirmedAt: null, revokedAt: null, parts: 0 };
	test.each([
		["sent", {}],
		["opened", { openedAt: at }],
		["confirmed", { openedAt: at, confirmedAt: at }],
		["part-sent", { openedAt: at, confirmedAt: at, parts: 1 }],
		["ended", { parts: 1, endsOn: "2026-11-23" }],
		["revoked", { revokedAt: at, endsOn: "2026-11-23" }],
	])("is %s", (state, more) => {
		expect(respondentState({ ...sent, ...more }, TODAY)).toBe(state);
	});
});

test("a code has six digits, and spaces do not matter", () => {
	for (let n = 0; n < 200; n++) expect(newDigits()).toMatch(/^\d{6}$/);
	expect(plainDigits(" 123 456\n")).toBe("123456");
});

test("a link is read from behind the #, and nothing else is", () => {
	const token = "aB_-".repeat(10).concat("abc");
	expect(readToken(`#${token}`)).toBe(token);
	for (const hash of ["", "#", `#${token}x`, `#${token.slice(1)}`, `?${token}`, `#${token}&email=a`]) {
		expect(readToken(hash)).toBeNull();
	}
});

test("sections are cut out of a template, and a question never depends on an answer of another section", () => {
	const question = (id: string, more: object = {}) => ({ id, type: "choice", text: "Is it?", ...more });
	const whole = template.parse({
		id: "small",
		version: 1,
		title: "Small",
		about: "Three.",
		kind: "vendor",
		source: { title: "Ours" },
		asOf: "2026-11-01",
		sections: [
			{
				id: "one",
				title: "One",
				questions: [question("a"), question("b", { showIf: { question: "a", is: ["yes"] } })],
			},
			{ id: "two", title: "Two", questions: [question("c", { showIf: { question: "a", is: ["no"] } })] },
		],
	});
	const [two] = askedSections(whole, ["two", "nothing"]).sections;
	expect(two?.questions.map(({ id, showIf }) => [id, showIf])).toEqual([["c", undefined]]);
	const [one] = askedSections(whole, ["one"]).sections;
	expect(one).toEqual(whole.sections[0]);
});
