import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
	type Answer,
	type AnswerValue,
	type AnswerWord,
	answerText,
	valueFault,
	wordId,
} from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import { contradictionsOf } from "#contract/assessments/contradictions.ts";
import { askedOf, progressOf, standingsOf } from "#contract/assessments/progress.ts";
import { coveredWords, signedText } from "#contract/assessments/signed-text.ts";
import { type Question, questionId, questionsOf } from "#contract/assessments/template.ts";
import { SMALL } from "#tests/support/assessments/small-template.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";

let n = 0;
const said = (
	question: string,
	value: AnswerValue | string | null,
	more: Partial<Answer & AnswerWord> = {},
): AnswerWord => {
	n += 1;
	const { note = "", evidence = [], after = [] } = more;
	return {
		id: wordId.parse(randomUUID()),
		questionId: questionId.parse(question),
		answer: { value: typeof value === "string" ? { type: "choice", choice: value } : value, note, evidence },
		after,
		by: { accountId: null, name: "Ada" },
		saidAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
		receivedAt: null,
	};
};
const question = (id: string): Question => {
	const found = questionsOf(SMALL).find((one) => one.id === id);
	if (!found) throw new Error(`There is no question ${id}`);
	return found;
};
const askedIds = (words: readonly AnswerWord[]) => askedOf(SMALL, standingsOf(words)).map(({ id }) => id as string);

test("a question is asked while its condition holds, for either answer while people differ", () => {
	expect(askedIds([])).not.toContain("lock");
	expect(askedIds([said("door", "no")])).not.toContain("lock");
	expect(askedIds([said("door", "partly")])).toContain("lock");
	expect(askedIds([said("door", "no"), said("door", "yes")])).toContain("lock");
	expect(askedIds([said("door", { type: "not-seen" })])).not.toContain("lock");
});

test("progress counts what is asked, what is missing and why, and how good it is", () => {
	const words = [
		said("door", "no"),
		said("who", { type: "text", text: "Ada" }),
		said("who", { type: "text", text: "Ben" }),
		said("backup", "not-applicable"),
		said("picture", { type: "photo" }),
	];
	const standings = standingsOf(words);
	const progress = progressOf(askedOf(SMALL, standings), standings);
	expect(progress).toMatchObject({ answered: 4, asked: 7, percent: 0 });
	expect(progress.missing.map(({ question: { id }, why }) => [id, why])).toEqual([
		["door", "more"],
		["picture", "more"],
		["who", "pick"],
		["days", "answer"],
	]);
	expect(progress.gaps.map(({ question: { id } }) => id)).toEqual(["door"]);
	const better = standingsOf([
		said("door", "partly", { note: "It sticks." }),
		said("lock", "yes"),
		said("days", { type: "not-seen" }),
	]);
	expect(progressOf(askedOf(SMALL, better), better)).toMatchObject({ percent: 75, missing: [{ why: "answer" }, {}] });
	expect(progressOf([], standings).percent).toBeNull();
});

test.each<[string, AnswerValue, RegExp | null]>([
	["door", { type: "choice", choice: "partly" }, null],
	["door", { type: "choice", choice: "perhaps" }, /not one of the choices/],
	["door", { type: "text", text: "yes" }, /one choice/],
	["days", { type: "several", choices: [] }, null],
	["days", { type: "several", choices: ["mon", "sun"] }, /not one of the choices/],
	["keys", { type: "number", number: -1 }, /at least 0/],
	["keys", { type: "number", number: 50 }, null],
	["keys", { type: "not-seen" }, null],
])("whether %s takes %j", (id, value, fault) => {
	const found = valueFault(question(id), value);
	if (fault === null) expect(found).toBeNull();
	else expect(found).toMatch(fault);
});

test("an answer has one text, whatever order its keys are in and a database gives them back", () => {
	const place = { latitude: 6.5, longitude: 3.4, accuracy: 12 };
	const turned = { accuracy: 12, longitude: 3.4, latitude: 6.5 };
	const text = (value: AnswerValue, evidence: string[] = []) =>
		answerText({ value, note: "", evidence } as unknown as Answer);
	expect(text({ type: "place", place })).toBe(text({ place: turned, type: "place" }));
	expect(text({ type: "photo" }, ["b", "a"])).toBe(text({ type: "photo" }, ["a", "b"]));
	expect(text({ type: "several", choices: ["mon", "tue"] })).not.toBe(
		text({ type: "several", choices: ["tue", "mon"] }),
	);
});

const value = fc.oneof(
	fc.constantFrom("yes", "partly", "no", "not-applicable").map((choice): AnswerValue => ({ type: "choice", choice })),
	fc.constant(null),
	fc.constant<AnswerValue>({ type: "not-seen" }),
);

test("what is signed is made of the covered words alone, on the device and on the server", async () => {
	const word = fc.record({
		question: fc.constantFrom("door", "lock", "backup"),
		value,
		replaces: fc.array(fc.nat(20)),
	});
	await fuzz(
		fc.property(fc.array(word, { maxLength: 15 }), (history) => {
			const words: AnswerWord[] = [];
			for (const one of history) {
				const after = one.replaces.flatMap((place) => words[place]?.id ?? []);
				words.push(said(one.question, one.value, { after }));
			}
			const standings = standingsOf(words);
			const covered = new Set<string>(coveredWords(standings));
			const alone = standingsOf(JSON.parse(JSON.stringify(words.filter(({ id }) => covered.has(id)).reverse())));
			const of = { assessmentId: "a", template: SMALL };
			expect(signedText({ ...of, standings: alone })).toBe(signedText({ ...of, standings }));
		}),
		{ runs: 300 },
	);
});

test("what is signed changes with everything that stands, also while people differ", () => {
	const hashes = [
		[],
		[said("who", { type: "text", text: "Ada" })],
		[said("who", { type: "text", text: "Ada" }), said("who", { type: "text", text: "Ben" })],
		[said("who", { type: "text", text: "Ada" }), said("who", { type: "text", text: "Eve" })],
	].map((words) => signedText({ assessmentId: "0", template: SMALL, standings: standingsOf(words) }));
	expect(new Set(hashes).size).toBe(hashes.length);
});

test("what is signed stays what it was: its hash is printed on paper", () => {
	const words = [
		said("door", "yes", { note: "Närmest" }),
		said("where", { type: "place", place: { latitude: 6.5, longitude: 3.4, accuracy: 12 } }),
	];
	const text = signedText({ assessmentId: "0", template: SMALL, standings: standingsOf(words) });
	expect(createHash("sha256").update(text).digest("hex")).toMatchInlineSnapshot(
		`"fd231626aafa0d301b1d2ec02bacde49126d255f37ec4eba35b89f78128f6322"`,
	);
});

const observed = (id: string, choice: string): Proposal => ({
	questionId: questionId.parse(id),
	answer: {
		value: { type: "choice", choice },
		note: "",
		evidence: [],
		source: { from: "observation", text: "Seen.", at: "2026-01-01T00:00:00.000Z" },
	},
	label: "A scan",
});

test.each([
	["yes", "no", true],
	["yes", "partly", true],
	["yes", "yes", false],
	["partly", "no", true],
	["partly", "partly", false],
	["no", "yes", false],
	["not-applicable", "no", true],
	["not-applicable", "yes", false],
])("an answer %s, and scans that say %s", (answered, seen, against) => {
	const found = contradictionsOf(SMALL, standingsOf([said("backup", answered)]), [observed("backup", seen)]);
	expect(found.map(({ question: { id } }) => id)).toEqual(against ? ["backup"] : []);
});

test("scans speak against nothing that was not answered, not seen, not asked, or not picked yet", () => {
	const proposals = [observed("backup", "no"), observed("lock", "no"), observed("door", "no")];
	expect(contradictionsOf(SMALL, standingsOf([]), proposals)).toEqual([]);
	const words = [said("backup", { type: "not-seen" }), said("lock", "yes"), said("door", "yes"), said("door", "no")];
	expect(contradictionsOf(SMALL, standingsOf(words), proposals).map(({ question: { id } }) => id)).toEqual(["lock"]);
	const before = proposals.map((one) => ({
		...one,
		answer: { ...one.answer, source: { from: "before" as const, at: "2026-01-01T00:00:00.000Z" } },
	}));
	expect(contradictionsOf(SMALL, standingsOf([said("door", "yes")]), before)).toEqual([]);
});
