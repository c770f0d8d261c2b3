import { expect, test } from "vitest";
import type { Answer, AnswerWord } from "#contract/assessments/answers.ts";
import type { AssessmentDetail, AssessmentRequest } from "#contract/assessments/assessments.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { ClientId } from "#contract/ids.ts";
import {
	asAssessment,
	assessmentShown,
	type Me,
	refusedAnswers,
	waitingAssessments,
	waitingOf,
} from "#src/lib/assessments/assessment-shown.ts";
import type { Entry } from "#src/requests/entry.ts";

const ME = { accountId: "ada", name: "Ada" } as Me;
const TEMPLATE = {
	id: "visit",
	version: 1,
	title: "Visit",
	kind: "visit",
	sections: [
		{
			id: "one",
			title: "One",
			questions: [
				{ id: "room", type: "choice", text: "Is there a room?", controls: [], optional: false, needsMore: false },
				{
					id: "lock",
					type: "choice",
					text: "Is it locked?",
					controls: [],
					optional: false,
					needsMore: true,
					showIf: { question: "room", is: ["yes"] },
				},
			],
		},
	],
} as unknown as Template;
const REQUEST = {
	id: "a",
	title: "Visit to Lagos",
	subject: "Warehouse",
	saidAt: "2026-11-24T09:00:00.000Z",
} as AssessmentRequest;
const BEGUN = asAssessment(REQUEST, TEMPLATE, "client" as ClientId, ME);

const choice = (id: string, rest: Partial<Answer> = {}): Answer => ({
	value: { type: "choice", choice: id },
	note: "",
	evidence: [],
	...rest,
});
let count = 0;
const entry = (kind: string, body: object, status = "queued", rest: object = {}) => {
	count += 1;
	return { id: `entry-${count}`, status, request: { kind, body }, ...rest } as unknown as Entry;
};
const said = (id: string, questionId: string, answer: Answer, after: string[] = [], status = "queued") =>
	entry("answer", { id, assessmentId: "a", questionId, answer, after, saidAt: "2026-11-24T10:00:00.000Z" }, status);
const word = (id: string, questionId: string, answer: Answer, after: string[] = []): AnswerWord =>
	({
		id,
		questionId,
		answer,
		after,
		by: { accountId: "eve", name: "Eve" },
		saidAt: "2026-11-24T09:30:00.000Z",
		receivedAt: "2026-11-24T09:31:00.000Z",
	}) as AnswerWord;
const signOff = (id: string, voidedAt: string | null = null) =>
	({
		id,
		revision: 1,
		sha256: "0",
		signers: [],
		place: null,
		saidAt: "",
		by: ME,
		voidedAt,
	}) as unknown as AssessmentDetail["signOffs"][number];

test("what was begun here shows from its template, with its questions as they are asked", () => {
	const shown = assessmentShown(BEGUN, [], 0, ME);
	expect(shown).toMatchObject({
		state: "draft",
		title: "Visit to Lagos",
		answered: 0,
		asked: 1,
		missing: 1,
		waiting: 0,
	});
	const answered = assessmentShown(BEGUN, [said("w1", "room", choice("yes"))], 0, ME);
	expect(answered).toMatchObject({ state: "under-way", answered: 1, asked: 2, missing: 1, waiting: 1 });
	expect(answered.questions.map(({ id }) => id)).toEqual(["room", "lock"]);
	expect(answered.words).toMatchObject([{ id: "w1", by: ME, receivedAt: null }]);
});

test("a word that the server has by now is there once, whatever the clocks say", () => {
	const read = { ...BEGUN, words: [word("w1", "room", choice("yes"))] };
	// Accepted long before the detail was read, and long after it: the clock was set back and forth.
	for (const at of [0, 9_999]) {
		const accepted = entry(
			"answer",
			{ id: "w1", assessmentId: "a", questionId: "room", answer: choice("yes"), after: [], saidAt: "" },
			"accepted",
			{ at },
		);
		expect(assessmentShown(read, [accepted], 5_000, ME).words).toHaveLength(1);
		expect(assessmentShown(BEGUN, [accepted], 5_000, ME).words).toHaveLength(1);
	}
});

test("what was saved a moment ago counts before the outbox tells of it; what was refused does not count", () => {
	const fresh = word("w1", "room", choice("no"));
	expect(assessmentShown(BEGUN, [], 0, ME, [fresh])).toMatchObject({ answered: 1 });
	expect(assessmentShown(BEGUN, [said("w1", "room", choice("no"))], 0, ME, [fresh]).words).toHaveLength(1);
	const refused = said("w2", "room", choice("yes"), [], "rejected");
	expect(assessmentShown(BEGUN, [refused], 0, ME)).toMatchObject({ answered: 0, state: "draft" });
	expect(refusedAnswers([refused], "a", "room")).toEqual([refused]);
	expect(refusedAnswers([refused], "a", "lock")).toEqual([]);
});

test("two people's answers stand side by side until a word comes after both", () => {
	const read = { ...BEGUN, words: [word("w1", "room", choice("no"))] };
	const mine = said("w2", "room", choice("yes"));
	expect(assessmentShown(read, [mine], 0, ME)).toMatchObject({ differing: 1, missing: 2 });
	const picked = said("w3", "room", choice("no"), ["w1", "w2"]);
	expect(assessmentShown(read, [mine, picked], 0, ME)).toMatchObject({ differing: 0, gaps: 1 });
});

test("a change after signatures voids them and begins a revision; signing signs", () => {
	const signed: AssessmentDetail = {
		...BEGUN,
		state: "signed",
		words: [word("w1", "room", choice("yes"))],
		signOffs: [signOff("s1")],
	};
	const change = said("w2", "room", choice("no"), ["w1"]);
	const after = assessmentShown(signed, [change], 0, ME);
	expect(after).toMatchObject({
		state: "under-way",
		revision: 2,
		signOffs: [{ id: "s1", voidedAt: "2026-11-24T10:00:00.000Z" }],
	});
	const again = entry("sign-off", {
		id: "s2",
		assessmentId: "a",
		covers: ["w2"],
		sha256: "1",
		signers: [],
		saidAt: "",
	});
	expect(assessmentShown(signed, [change, again], 0, ME)).toMatchObject({
		state: "signed",
		revision: 2,
		signOffs: [{ id: "s2", revision: 2, by: ME, place: null, voidedAt: null }, { id: "s1" }],
	});
	// Another change to the same revision creates no further one.
	expect(assessmentShown(signed, [change, said("w3", "room", choice("partly"), ["w2"])], 0, ME).revision).toBe(2);
});

test("moves count in their order until the server's answer holds them", () => {
	const read: AssessmentDetail = { ...BEGUN, state: "under-way" };
	const submit = entry("assessment-state", { assessmentId: "a", state: "submitted", reason: "", saidAt: "" });
	const other = entry("assessment-state", { assessmentId: "b", state: "closed", reason: "", saidAt: "" });
	const back = entry("assessment-state", {
		assessmentId: "a",
		state: "returned",
		reason: "Where is the door?",
		saidAt: "",
	});
	expect(assessmentShown(read, [submit, other], 0, ME).state).toBe("submitted");
	expect(assessmentShown(read, [submit, back], 0, ME)).toMatchObject({
		state: "returned",
		stateReason: "Where is the door?",
	});
	expect(assessmentShown(read, [submit, said("w1", "room", choice("yes"))], 0, ME).state).toBe("under-way");
	const sent = { ...submit, status: "accepted", at: 10 } as unknown as Entry;
	expect(assessmentShown(read, [sent], 9, ME).state).toBe("submitted");
	expect(assessmentShown(read, [sent], 11, ME).state).toBe("under-way");
});

test("an answer to a closed one leaves it closed", () => {
	expect(assessmentShown({ ...BEGUN, state: "closed" }, [said("w1", "room", choice("yes"))], 0, ME).state).toBe(
		"closed",
	);
});

test("what waits: the beginning before the words, each once, and nothing of another", () => {
	const begin = entry("assessment", REQUEST);
	const sent = entry("assessment", { ...REQUEST, id: "b" }, "accepted", { at: 1 });
	const one = said("w1", "room", choice("yes"));
	const entries = [one, begin, sent, said("w2", "room", choice("no"), [], "accepted")];
	expect(waitingAssessments(entries).map(({ body }) => body.id)).toEqual(["a"]);
	expect(waitingOf(entries, "a")).toEqual([begin.id, one.id]);
	expect(waitingOf(entries, "b")).toEqual([]);
});
