import { expect, test } from "vitest";
import type { LibraryAnswer } from "#contract/questionnaires/library.ts";
import { type QuestionnaireDetail, questionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import { readAddress, sectionsOf, writeAddress } from "#src/features/questionnaires/detail/questionnaire-address.ts";
import { answerShown, librarySaidText, waitingAdditions } from "#src/features/questionnaires/library-words.ts";
import { questionnaireTypeOf, titleOf } from "#src/features/questionnaires/list/questionnaire-file.ts";
import { pendingAnswer, questionnaireShown, waitingAnswers } from "#src/features/questionnaires/question-words.ts";
import { questionnaireDueText, sourceLine, sourceNow } from "#src/features/questionnaires/questionnaire-labels.ts";
import type { Entry } from "#src/requests/entry.ts";

const NOW = Date.parse("2026-11-24T12:00:00.000Z");
const ID = "01a20f0c-23d8-7a5f-96f1-d0fc76a5beac";
const LIBRARY_ID = "01a20f0c-23d8-7a5f-96f1-d0fc76a5bead";
const at = (minute: number) => new Date(NOW + minute * 60_000).toISOString();

const question = (id: string, more: object = {}) => ({
	id,
	place: `Row ${id}`,
	section: "",
	text: `Question ${id}`,
	textMark: "",
	standing: "",
	list: null,
	hasText: true,
	state: "needs-person",
	answer: "",
	choice: "",
	source: null,
	confirmed: null,
	libraryNow: null,
	inLibrary: false,
	proposals: [],
	...more,
});
const READ: QuestionnaireDetail = questionnaireDetail.parse({
	id: ID,
	clientId: ID,
	title: "Review",
	customer: "",
	due: null,
	state: "open",
	fileName: "a.csv",
	fileType: "csv",
	uploadedAt: at(-60),
	uploadedBy: "Ada",
	counts: { questions: 3, confirmed: 0, proposed: 1, needsPerson: 2 },
	questions: [question("1", { state: "proposed", proposals: [LIBRARY_ID] }), question("2"), question("3")],
	proposals: [
		{
			id: LIBRARY_ID,
			mark: "m",
			question: "Question 1",
			answer: "Yes.",
			source: {
				type: "library",
				libraryAnswerId: LIBRARY_ID,
				approvedBy: "Ben",
				approvedAt: at(-99),
				expiresOn: "2099-12-31",
			},
		},
	],
	notTaken: [],
	lists: [],
	version: 1,
	tables: [],
	sources: "column",
	matchedAt: at(-60),
	hasFile: true,
});

const entry = (kind: string, body: object, more: object = {}): Entry =>
	({ id: crypto.randomUUID(), status: "queued", createdAt: NOW, request: { kind, body }, ...more }) as unknown as Entry;
const said = (answers: [string, object][], minute: number, more: object = {}) =>
	entry(
		"questionnaire-answer",
		{ questionnaireId: ID, answers: answers.map(([questionId, said]) => ({ questionId, said })), saidAt: at(minute) },
		more,
	);
const CONFIRM = { type: "confirm", mark: "m" };
const ANSWER = { type: "answer", text: "Within a day." };

test("what was said here is shown before it is sent, the last word of each question, with counts", () => {
	const words = [
		said([["2", ANSWER]], 2),
		said([["2", { type: "answer", text: "Never." }]], 1),
		said([["1", CONFIRM]], 1),
		said([["3", ANSWER]], 1, { status: "rejected" }),
	];
	const shown = questionnaireShown(READ, words, NOW, "Me");
	expect(shown.questions.map(({ state, answer }) => [state, answer])).toEqual([
		["confirmed", "Yes."],
		["confirmed", "Within a day."],
		["needs-person", ""],
	]);
	expect(shown.questions[0]).toMatchObject({
		source: { type: "library" },
		libraryNow: "same",
		confirmed: { by: "Me" },
	});
	expect(shown.counts).toEqual({ questions: 3, confirmed: 2, proposed: 0, needsPerson: 1 });
	expect(waitingAnswers(words, ID)).toBe(2);
	expect(pendingAnswer(words, ID, { id: "3", textMark: "" })?.entry.status).toBe("rejected");
	expect(pendingAnswer(words, ID, { id: "4", textMark: "" })).toBeNull();
});

test("what was said of a question that is elsewhere since the file was read again says nothing of the one in its place", () => {
	const read = { ...READ, questions: READ.questions.map((each) => ({ ...each, textMark: `mark of ${each.id}` })) };
	const of = (textMark: string) =>
		entry("questionnaire-answer", {
			questionnaireId: ID,
			answers: [{ questionId: "2", textMark, said: ANSWER }],
			saidAt: at(1),
		});
	expect(questionnaireShown(read, [of("another")], NOW, "Me").questions[1]?.state).toBe("needs-person");
	expect(pendingAnswer([of("another")], ID, { id: "2", textMark: "mark of 2" })).toBeNull();
	expect(questionnaireShown(read, [of("mark of 2")], NOW, "Me").questions[1]?.answer).toBe("Within a day.");
});

test("the value of a list that was chosen, or that the answer begins with, is shown before it is sent", () => {
	const read = {
		...READ,
		lists: [["Yes", "No", "N/A"]],
		questions: READ.questions.map((each) => ({ ...each, list: 0 })),
	};
	const answered = (more: object) => {
		const shown = questionnaireShown(read, [said([["2", { ...ANSWER, ...more }]], 1)], NOW, "Me");
		return shown.questions[1]?.choice;
	};
	expect(answered({ choice: "No" })).toBe("No");
	expect(answered({ text: "Not applicable. We have none." })).toBe("N/A");
	expect(answered({})).toBe("");
});

test("a proposal turned down is open, and one that was confirmed as it read before stays as it is read now", () => {
	const shown = questionnaireShown(READ, [said([["1", { type: "needs-person" }]], 1)], NOW, "Me");
	expect(shown.questions[0]?.state).toBe("needs-person");
	const other = questionnaireShown(READ, [said([["1", { type: "confirm", mark: "before" }]], 1)], NOW, "Me");
	expect(other.questions[0]?.state).toBe("proposed");
	// Read after it was accepted: the server knows better.
	const accepted = [said([["2", ANSWER]], 1, { status: "accepted", at: NOW - 1 })];
	expect(questionnaireShown(READ, accepted, NOW, "Me")).toBe(READ);
});

const APPROVED: LibraryAnswer = {
	id: LIBRARY_ID as LibraryAnswer["id"],
	clientId: ID as LibraryAnswer["clientId"],
	question: "Q?",
	answer: "Yes.",
	tags: [],
	evidence: [],
	state: "expired",
	approved: { by: "Ben", at: at(-99) },
	expiresOn: "2020-12-31",
	uses: 0,
};
const word = (change: object, minute: number, id: string = LIBRARY_ID) =>
	entry("library-answer", { id, change, saidAt: at(minute) });

test("a library's answer is shown as it was changed here", () => {
	const about = { me: "Me", today: "2026-11-24" };
	expect(answerShown(APPROVED, [word({ tags: ["a"] }, 1)], NOW, about)).toMatchObject({
		tags: ["a"],
		state: "expired",
		approved: { by: "Ben" },
	});
	expect(answerShown(APPROVED, [word({ expiresOn: "2027-11-24" }, 1)], NOW, about)).toMatchObject({
		state: "approved",
		approved: { by: "Me", at: at(1) },
	});
	expect(answerShown(APPROVED, [word({ withdrawn: true }, 1)], NOW, about).state).toBe("withdrawn");
	const back = { ...APPROVED, state: "withdrawn" as const };
	expect(answerShown(back, [word({ withdrawn: false }, 1)], NOW, about).state).toBe("expired");
	expect(answerShown(APPROVED, [], NOW, about)).toBe(APPROVED);
});

test("answers that were approved here wait on top, newest first, until the server has them", () => {
	const whole = { question: "New?", answer: "Yes.", expiresOn: "2027-11-24" };
	const words = [
		word(whole, 1, ID),
		word({ ...whole, question: "Newer?" }, 2, crypto.randomUUID()),
		word({ tags: [] }, 3),
	];
	expect(waitingAdditions(words, new Set()).map(({ answer }) => answer.question)).toEqual(["Newer?", "New?"]);
	expect(waitingAdditions(words, new Set([ID])).map(({ answer }) => answer.question)).toEqual(["Newer?"]);
	expect(waitingAdditions(words, new Set()).map(librarySaidText)).toEqual(["Approved", "Approved"]);
});

test("an address shows everything unless it says otherwise, and sections in the file's order", () => {
	expect(readAddress(new URLSearchParams("tab=nope"))).toEqual({ tab: "all", section: "" });
	const address = { tab: "proposed", section: "A & B" } as const;
	expect(readAddress(writeAddress(address))).toEqual(address);
	expect(writeAddress({ tab: "all", section: "" }).size).toBe(0);
	const questions = ["B", "", "A", "B"].map((section, n) => ({ ...READ.questions[0], id: `${n}`, section }));
	expect(sectionsOf(questions as typeof READ.questions)).toEqual(["B", "A"]);
});

test.each([
	["Vendor_review  2026.XLSX", "xlsx", "Vendor review 2026"],
	["a.docx", "docx", "a"],
	["a.csv.pdf", null, "a.csv"],
	["csv", "csv", ""],
	["", null, ""],
])("a file called %s", (name, type, title) => {
	expect(questionnaireTypeOf({ name })).toBe(type);
	expect(titleOf({ name })).toBe(title);
});

test("a day is told by how far away it is while the questionnaire is open", () => {
	expect(questionnaireDueText({ due: "2026-11-27", state: "open" }, NOW)).toBe("Due in 3 days, 27 Nov 2026");
	expect(questionnaireDueText({ due: "2026-11-22", state: "open" }, NOW)).toBe("Was due 2 days ago, 22 Nov 2026");
	expect(questionnaireDueText({ due: "2026-11-22", state: "answered" }, NOW)).toBe("Due 22 Nov 2026");
	expect(questionnaireDueText({ due: null, state: "open" }, NOW)).toBe("");
});

const SIGNED = {
	type: "assessment",
	assessmentId: ID,
	wordId: LIBRARY_ID,
	questionId: "backup",
	title: "Visit to Lagos",
	template: "Site visit",
	subject: "",
	answeredAt: at(-99),
	signedBy: "Ngozi Ade, Ben",
	signedAt: at(-90),
	expiresOn: "2027-11-24",
} as unknown as AnswerSource;

test("a signed answer names its assessment and who signed it, and says what happened to it since", () => {
	expect(sourceLine(SIGNED)).toBe("From “Visit to Lagos”, signed by Ngozi Ade, Ben on 24 Nov 2026");
	const now = (libraryNow: "same" | "changed" | "expired" | "withdrawn" | null, source = SIGNED) =>
		sourceNow({ source, libraryNow });
	expect([now(null), now("same")]).toEqual([null, null]);
	expect(now("withdrawn")).toBe("This assessment was changed, reopened or replaced since it was signed.");
	expect(now("expired")).toContain("more than a year");
	const library = READ.proposals[0]?.source;
	expect(library && now("withdrawn", library)).toBe("This answer was withdrawn from the library since.");
});

test("a signed answer confirmed here is shown as it is now, and is not in the library", () => {
	const read = { ...READ, proposals: READ.proposals.map((one) => ({ ...one, source: SIGNED })) };
	expect(questionnaireShown(read, [said([["1", CONFIRM]], 1)], NOW, "Me").questions[0]).toMatchObject({
		state: "confirmed",
		source: { type: "assessment" },
		libraryNow: "same",
		inLibrary: false,
	});
});
