import { expect, test } from "vitest";
import type { Answer, AnswerValue, AnswerWord } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import { standingsOf } from "#contract/assessments/progress.ts";
import { type Template, template } from "#contract/assessments/template.ts";
import { signedAnswers } from "#server/assurance/assessments/signed-answers.ts";

const TEMPLATE: Template = template.parse({
	id: "visit",
	version: 1,
	title: "Office visit",
	about: "For tests.",
	kind: "visit",
	source: { title: "Tests" },
	asOf: "2026-11-24",
	sections: [
		{
			id: "all",
			title: "Getting in",
			questions: [
				{ id: "locked", type: "choice", text: "Is every entrance locked?" },
				{ id: "alarm", type: "choice", text: "Is there an alarm?", showIf: { question: "locked", is: ["yes"] } },
				{
					id: "means",
					type: "several",
					text: "How do employees get in?",
					choices: [
						{ id: "badge", label: "Badge" },
						{ id: "key", label: "Key" },
					],
				},
				{ id: "keys", type: "text", text: "Who has a key?" },
				{ id: "cameras", type: "number", text: "How long are recordings kept?", unit: "days" },
				{ id: "exercise", type: "date", text: "When was the last exercise?" },
				{ id: "picture", type: "photo", text: "The door" },
				{ id: "name", type: "signature", text: "Sign here" },
				{ id: "where", type: "place", text: "Where is it?" },
				{ id: "tag", type: "asset-tag", text: "Which server?" },
			],
		},
	],
});

let ids = 0;
const word = (questionId: string, value: AnswerValue | null, note = ""): AnswerWord =>
	({
		id: `word-${ids++}`,
		questionId,
		answer: { value, note, evidence: [] } as Answer,
		after: [],
		by: { accountId: null, name: "Ada" },
		saidAt: "2026-11-20T10:00:00.000Z",
		receivedAt: "2026-11-20T10:00:00.000Z",
	}) as unknown as AnswerWord;
const choice = (id: string): AnswerValue => ({ type: "choice", choice: id });
const told = (words: AnswerWord[], more: { subject?: string; observed?: Proposal[] } = {}) =>
	Object.fromEntries(
		signedAnswers({ template: TEMPLATE, subject: "", observed: [], standings: standingsOf(words), ...more }).map(
			({ word: { questionId }, answer }) => [questionId, answer],
		),
	);

test.each<[string, AnswerValue, string, string]>([
	["locked", choice("yes"), "", "Yes."],
	["locked", choice("partly"), "The back door sticks", "Partly. The back door sticks"],
	["locked", choice("not-applicable"), "", "Does not apply."],
	["means", { type: "several", choices: ["badge", "key"] }, "", "Badge, Key."],
	["keys", { type: "text", text: "Only the guards do!" }, "", "Only the guards do!"],
	["cameras", { type: "number", number: 1_030 }, "", "1,030 days."],
	["exercise", { type: "date", date: "2026-11-03" }, "", "3 Nov 2026."],
])("an answer to %s is a sentence: %j", (question, value, note, text) => {
	expect(told([word(question, value, note)])).toEqual({ [question]: text });
});

test("it names what the assessment is about, if that is not the client", () => {
	expect(told([word("locked", choice("no"))], { subject: "Lagos office" })).toEqual({ locked: "Lagos office: No." });
});

test.each<[string, AnswerValue | null]>([
	["locked", null],
	["locked", { type: "not-seen" }],
	["means", { type: "several", choices: [] }],
	["picture", { type: "photo" }],
	["name", { type: "signature" }],
	["where", { type: "place", place: { latitude: 1, longitude: 2, accuracy: 3 } } as unknown as AnswerValue],
	["tag", { type: "asset-tag", tag: "SRV-1" }],
	["keys", { type: "text", text: "a".repeat(4_000) }],
])("an answer that says nothing on its own is left out: %s %j", (question, value) => {
	expect(told([word(question, value, value?.type === "text" ? "b".repeat(4_000) : "A note.")])).toEqual({});
});

test("a question that is not asked, or that people answered differently, has no answer", () => {
	expect(told([word("locked", choice("no")), word("alarm", choice("yes"))])).toEqual({ locked: "No." });
	expect(told([word("locked", choice("no")), word("locked", choice("yes"))])).toEqual({});
});

test("an answer that claims more than scans saw is left out", () => {
	const observed = [
		{ questionId: "locked", answer: { value: choice("partly"), source: { from: "observation" } } },
	] as unknown as Proposal[];
	expect(told([word("locked", choice("yes"))], { observed })).toEqual({});
	expect(told([word("locked", choice("no"))], { observed })).toEqual({ locked: "No." });
});
