import { expect, test } from "vitest";
import type { Answer, AnswerWord } from "#contract/assessments/answers.ts";
import { standingOf } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question, QuestionId } from "#contract/assessments/template.ts";
import { questionsOf } from "#contract/assessments/template.ts";
import { TEMPLATES } from "#contract/assessments/templates.ts";
import { readAddress, visitPath, writeAddress } from "#src/features/assessments/assessment-address.ts";
import { isSignature } from "#src/features/assessments/signature/is-signature.ts";
import { progressTexts } from "#src/lib/assessments/assessment-labels.ts";
import { createDraftBook } from "#src/lib/assessments/drafts/draft-book.ts";
import { type Drafts, NO_DRAFTS, withoutTyped, withTyped } from "#src/lib/assessments/drafts/drafts.ts";
import { afterQuestion, questionShown } from "#src/lib/assessments/next-question.ts";
import { answerBefore, nextWord } from "#src/lib/assessments/next-word.ts";
import { notFromItself, proposalStanding, proposalsFor } from "#src/lib/assessments/proposals.ts";
import { readTyped, withChanges } from "#src/lib/assessments/typed-answer.ts";

const answer = (rest: Partial<Answer> = {}): Answer => ({ value: null, note: "", evidence: [], ...rest });
const chosen = (choice: string, rest: Partial<Answer> = {}) => answer({ value: { type: "choice", choice }, ...rest });
const word = (id: string, said: Answer, after: string[] = []): AnswerWord =>
	({
		id,
		questionId: "q",
		answer: said,
		after,
		by: { accountId: null, name: "Eve" },
		saidAt: `2026-11-24T10:0${id}:00.000Z`,
		receivedAt: null,
	}) as AnswerWord;
const question = (rest: object) =>
	({ id: "q", text: "Q?", controls: [], optional: false, needsMore: false, ...rest }) as unknown as Question;
const VISIT = TEMPLATES.find(({ id }) => id === "site-visit");
if (!VISIT) throw new Error("no visit");

test("a word takes the place of all that stand, and is none if it says the same", () => {
	expect(nextWord([], () => chosen("yes"))).toEqual({ answer: chosen("yes"), after: [] });
	expect(nextWord([], (before) => before)).toBeNull();
	const words = [word("1", chosen("yes")), word("2", chosen("no"))];
	expect(nextWord(words, () => chosen("no"))).toEqual({ answer: chosen("no"), after: ["1", "2"] });
	expect(nextWord([word("1", chosen("yes"))], () => chosen("yes"))).toBeNull();
	const picked = [...words, word("3", chosen("no"), ["1", "2"])];
	expect(nextWord(picked, (before) => withChanges(before, { note: "Wedge" }))).toEqual({
		answer: chosen("no", { note: "Wedge" }),
		after: ["3"],
	});
});

test("of answers that differ, notes and files stay together, and no value is taken from either", () => {
	const [one, two] = ["e1", "e2"] as unknown as Answer["evidence"];
	if (!one || !two) throw new Error("no ids");
	const words = [
		word("1", chosen("yes", { note: "A", evidence: [one] })),
		word("2", chosen("no", { note: "B", evidence: [one, two] })),
	];
	expect(answerBefore(words)).toEqual(answer({ note: "A\n\nB", evidence: [one, two] }));
	expect(answerBefore([word("1", chosen("yes")), word("2", chosen("yes"))])).toEqual(chosen("yes"));
	expect(answerBefore([])).toEqual(answer());
});

test("taken back is the answer from before; a photo may come before the choice", () => {
	const photo = "e1" as unknown as Answer["evidence"][number];
	const words = [word("1", answer({ evidence: [photo] }))];
	expect(standingOf(words).status).toBe("open");
	const next = nextWord(words, (before) => withChanges(before, { value: { type: "choice", choice: "no" } }));
	expect(next).toEqual({ answer: chosen("no", { evidence: [photo] }), after: ["1"] });
});

test("another value is the person's own; a note alone leaves the source", () => {
	const source = { from: "before", at: "2026-08-03T10:00:00.000Z" } as const;
	expect(withChanges(chosen("yes", { source }), { note: "x" })).toEqual(chosen("yes", { source, note: "x" }));
	expect(withChanges(chosen("yes", { source }), { value: { type: "choice", choice: "no" } })).toEqual(chosen("no"));
});

test("typed texts become answers, or say what is wrong", () => {
	expect(readTyped(question({ type: "text" }), { text: "  Ngozi " })).toEqual({
		ok: true,
		parts: { value: { type: "text", text: "Ngozi" } },
	});
	expect(readTyped(question({ type: "text" }), { text: " " })).toEqual({ ok: true, parts: { value: null } });
	expect(readTyped(question({ type: "choice" }), { note: " Wedge " })).toEqual({ ok: true, parts: { note: "Wedge" } });
	expect(readTyped(question({ type: "number", unit: "°C" }), { text: "21,5" })).toEqual({
		ok: true,
		parts: { value: { type: "number", number: 21.5 } },
	});
	expect(readTyped(question({ type: "number", unit: "" }), { text: "many" })).toEqual({
		ok: false,
		message: "Please give a number.",
	});
	expect(readTyped(question({ type: "number", unit: "", from: 0 }), { text: "-1" })).toEqual({
		ok: false,
		message: "Please give at least 0.",
	});
	expect(readTyped(question({ type: "asset-tag" }), { text: "SRV \n 7" })).toEqual({
		ok: true,
		parts: { value: { type: "asset-tag", tag: "SRV 7" } },
	});
	expect(readTyped(question({ type: "text" }), { note: "x".repeat(4_001) })).toEqual({
		ok: false,
		message: "That note is too long.",
	});
	expect(readTyped(question({ type: "text" }), {})).toEqual({ ok: true, parts: {} });
});

test("after an answer comes the next question that is asked because of it", () => {
	const all = questionsOf(VISIT);
	const room = all.find(({ id }) => id === "server-room");
	if (!room) throw new Error("no question");
	const after = (choice: string) => afterQuestion(VISIT, [{ ...word("1", chosen(choice)), questionId: room.id }], room);
	expect(after("yes")).toMatchObject({ lacks: false, next: { id: "server-room-door" } });
	expect(after("no")).toMatchObject({ lacks: false, next: { id: "network-cabinets" } });
	const last = all.at(-1);
	expect(last && afterQuestion(VISIT, [], last)).toMatchObject({ next: null });
	const entrances = all.find(({ id }) => id === "entrances");
	if (!entrances) throw new Error("no question");
	expect(afterQuestion(VISIT, [{ ...word("1", chosen("no")), questionId: entrances.id }], entrances).lacks).toBe(true);
});

test("the question that is shown: as wanted, else where the person was, else what is missing", () => {
	const [one, two, three] = questionsOf(VISIT);
	if (!one || !two || !three) throw new Error("no questions");
	const of = (wanted: string, at: string | null, missing: Question[] = []) =>
		questionShown([one, two, three], wanted, { at, missing: missing.map((each) => ({ question: each })) }).id;
	expect(of(two.id, three.id)).toBe(two.id);
	expect(of("", three.id)).toBe(three.id);
	expect(of("gone", null, [two])).toBe(two.id);
	expect(of("", "gone")).toBe(one.id);
});

test("proposals: observations first; against, other and the same are told apart", () => {
	const from = (source: object, choice: string, label: string) =>
		({ questionId: "q", label, answer: chosen(choice, { source: source as never }) }) as unknown as Proposal;
	const before = from({ from: "before", at: "2026-08-03T10:00:00.000Z" }, "yes", "Last");
	const observed = from({ from: "observation", text: "jQuery 1", at: "2026-11-03T10:00:00.000Z" }, "no", "Nmap");
	expect(proposalsFor([before, observed], "q" as QuestionId)).toEqual([observed, before]);
	expect(proposalsFor([before, observed], "other" as QuestionId)).toEqual([]);
	// A signed assessment is the newest of its template, and must not propose its own answers.
	const [own, last] = ["a", "b"].map((assessmentId) => ({ ...before, assessmentId }));
	expect(own && last && notFromItself([observed, own, last], "a")).toEqual([observed, last]);
	const standing = (said: Answer) => standingOf([word("1", said)]);
	expect(proposalStanding(observed, { status: "open" }, false)).toBe("proposed");
	expect(proposalStanding(observed, standing(chosen("yes")), true)).toBe("against");
	expect(proposalStanding(before, standing(chosen("no")), true)).toBe("other");
	expect(proposalStanding(observed, standing(chosen("not-applicable")), false)).toBe("other");
	// A note does not make it a different answer.
	expect(proposalStanding(before, standing(chosen("yes", { note: "As ever" })), false)).toBe("same");
	const differs = standingOf([word("1", chosen("yes")), word("2", chosen("no"))]);
	expect(proposalStanding(observed, differs, false)).toBe("same");
});

test("answers in words", () => {
	const choice = question({ type: "choice" });
	expect(shownAnswer(choice, chosen("partly"))).toBe("Partly");
	expect(shownAnswer(choice, answer({ value: { type: "not-seen" } }))).toBe("Not seen");
	expect(
		shownAnswer(question({ type: "number", unit: "°C" }), answer({ value: { type: "number", number: 1234.5 } })),
	).toBe("1,234.5 °C");
	expect(
		shownAnswer(
			question({ type: "several", choices: [{ id: "a", label: "A" }] }),
			answer({ value: { type: "several", choices: [] } }),
		),
	).toBe("None of them");
	expect(shownAnswer(choice, answer())).toBe("");
	expect(progressTexts({ answered: 40, asked: 40, missing: 0, differing: 0, gaps: 1 })).toEqual([
		"40 of 40 answered",
		"Nothing missing",
		"1 gap",
	]);
	expect(progressTexts({ answered: 3, asked: 45, missing: 40, differing: 1, gaps: 0 })).toEqual([
		"3 of 45 answered",
		"39 missing",
		"1 question with two answers",
	]);
	expect(progressTexts({ answered: 45, asked: 45, missing: 1, differing: 1, gaps: 0 })).toEqual([
		"45 of 45 answered",
		"1 question with two answers",
	]);
});

test("a dot is no signature, nor are ten of them; a name is", () => {
	const dot = { points: [{ x: 5, y: 5 }] };
	expect(isSignature([])).toBe(false);
	expect(isSignature(Array.from({ length: 10 }, () => dot))).toBe(false);
	expect(
		isSignature([
			{
				points: [
					{ x: 0, y: 0 },
					{ x: 3, y: 4 },
				],
			},
		]),
	).toBe(false);
	expect(
		isSignature([
			{
				points: [
					{ x: 0, y: 0 },
					{ x: 30, y: 40 },
				],
			},
			{
				points: [
					{ x: 0, y: 0 },
					{ x: 0, y: 30 },
				],
			},
		]),
	).toBe(true);
});

test("addresses", () => {
	for (const shown of [
		{ shows: "overview" },
		{ shows: "visit", question: "room" },
		{ shows: "visit", question: "" },
		{ shows: "signing" },
	] as const)
		expect(readAddress(writeAddress(shown))).toEqual(shown);
	expect(visitPath("a", null)).toBe("/dashboard/assessments/a?question=");
});

test("what is typed is kept until it was said", () => {
	const typed = withTyped(withTyped(NO_DRAFTS, "q", { note: "W" }), "q", { text: "7" });
	expect(typed.typed).toEqual({ q: { note: "W", text: "7" } });
	expect(withTyped(typed, "q", { note: undefined }).typed).toEqual({ q: { text: "7" } });
	expect(withTyped(withTyped(typed, "q", { note: undefined }), "q", { text: undefined }).typed).toEqual({});
	expect(withoutTyped(typed, "q").typed).toEqual({});
});

test("drafts are read once, changed in memory, and written after every change; storage that fails loses nothing on the screen", async () => {
	const written: Drafts[] = [];
	let fails = false;
	const kept = { ...NO_DRAFTS, at: "q" };
	const book = createDraftBook({
		read: async () => kept,
		async write(now) {
			if (fails) throw new Error("full");
			written.push(now);
		},
	});
	book.change((now) => ({ ...now, at: "too early" }));
	expect(book.now()).toBeNull();
	await new Promise<void>((resolve) => book.subscribe(resolve));
	expect(book.now()).toBe(kept);
	fails = true;
	book.change((now) => withTyped(now, "q", { note: "W" }));
	await expect.poll(() => written.length).toBe(0);
	fails = false;
	book.change((now) => withTyped(now, "q", { note: "We" }));
	book.change((now) => withTyped(now, "q", { note: "Wedge" }));
	await expect.poll(() => written.at(-1)?.typed).toEqual({ q: { note: "Wedge" } });
	const broken = createDraftBook({ read: () => Promise.reject(new Error("gone")), write: async () => undefined });
	await new Promise<void>((resolve) => broken.subscribe(resolve));
	expect(broken.now()).toBe(NO_DRAFTS);
});
