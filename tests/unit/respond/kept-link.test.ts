import { describe, expect, test } from "vitest";
import { type Answer, type AnswerWord, wordId } from "#contract/assessments/answers.ts";
import { respondentId } from "#contract/assessments/respondents.ts";
import { questionId, template } from "#contract/assessments/template.ts";
import {
	answered,
	answerOf,
	type KeptLink,
	progressOfSection,
	standingsOfLink,
	unsentOf,
} from "#src/features/respond/kept/kept-link.ts";
import { partRequests, partStanding, stuckOf } from "#src/features/respond/respond-entries.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

const asked = template.parse({
	id: "small",
	version: 1,
	title: "Small",
	about: "Two questions.",
	kind: "vendor",
	source: { title: "Ours" },
	asOf: "2026-11-01",
	sections: [
		{
			id: "door",
			title: "The door",
			questions: [
				{ id: "locked", type: "choice", text: "Is it locked?", needsMore: true },
				{ id: "key", type: "text", text: "Who has the key?", showIf: { question: "locked", is: ["yes"] } },
			],
		},
	],
});
const [door] = asked.sections;
if (!door) throw new Error("The template has a section");
const LOCKED = questionId.parse("locked");
const now = new Date("2026-11-24T10:00:00.000Z");
const NONE: ReadonlySet<string> = new Set();
const newId = () => wordId.parse(crypto.randomUUID());
const yes: Answer = { value: { type: "choice", choice: "yes" }, note: "", evidence: [] };
const no: Answer = { value: { type: "choice", choice: "no" }, note: "", evidence: [] };

const link = (words: AnswerWord[] = [], more: Partial<KeptLink["detail"]> = {}): KeptLink => ({
	token: "t".repeat(43),
	email: "g…@example.net",
	detail: {
		respondentId: respondentId.parse("7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11"),
		workspace: "Acme",
		askedBy: "Ada",
		title: "Door",
		name: "Grace",
		endsOn: "2026-12-24",
		template: asked,
		words,
		parts: [],
		open: true,
		...more,
	},
	said: {},
	usedAt: 0,
});

const word = (answer: Answer, more: Partial<AnswerWord> = {}): AnswerWord => ({
	id: newId(),
	questionId: LOCKED,
	answer,
	after: [],
	by: { accountId: null, name: "Grace", throughLink: true },
	saidAt: "2026-11-24T09:00:00.000Z",
	receivedAt: "2026-11-24T09:00:01.000Z",
	...more,
});

type Status = "queued" | "sending" | "accepted" | "rejected" | "held";
let serial = 0;
const entryOf = (request: OutboxRequest, status: Status, more: object = {}): Entry =>
	({
		v: 2,
		id: `019b7650-0000-7000-8000-${String(++serial).padStart(12, "0")}`,
		owner: "anonymous",
		request,
		createdAt: serial,
		attempts: 0,
		status,
		notBefore: 0,
		at: now.getTime(),
		receipt: null,
		error: { at: 0, status: 400, code: "invalid_body", message: "Not like this." },
		...more,
	}) as unknown as Entry;

describe("an answer on the device", () => {
	test("is replaced while it was not sent, under its own id, and is another word after that", () => {
		const [first, second, third] = [newId(), newId(), newId()];
		const one = answered(link(), LOCKED, yes, { sent: NONE, id: first, now });
		const two = answered(one, LOCKED, no, { sent: NONE, id: second, now });
		expect(two.said.locked).toMatchObject({ id: first, answer: no, after: [] });
		const three = answered(two, LOCKED, yes, { sent: new Set([first]), id: third, now });
		expect(three.said.locked).toMatchObject({ id: third, answer: yes, after: [first] });
		expect(answered(three, LOCKED, yes, { sent: NONE, id: newId(), now })).toBe(three);
	});

	test("comes after all that the same person said on other devices", () => {
		const [a, b] = [word(yes), word(no, { saidAt: "2026-11-24T09:30:00.000Z" })];
		const read = link([a, b]);
		expect(answerOf(read, "locked")).toEqual(no);
		const next = answered(read, LOCKED, yes, { sent: NONE, id: newId(), now });
		expect(next.said.locked?.after.toSorted()).toEqual([a.id, b.id].toSorted());
		expect(answerOf(next, "locked")).toEqual(yes);
	});

	test("that the server has is not unsent, and one it never got is", () => {
		const said = answered(link(), LOCKED, yes, { sent: NONE, id: newId(), now });
		expect(unsentOf(said, door.questions, NONE)).toHaveLength(1);
		const id = said.said.locked?.id ?? "";
		expect(unsentOf(said, door.questions, new Set([id]))).toEqual([]);
		const read = { ...said, detail: { ...said.detail, words: [word(yes, { id: wordId.parse(id) })] } };
		expect(unsentOf(read, door.questions, NONE)).toEqual([]);
	});

	test("decides which questions are asked", () => {
		const before = progressOfSection(standingsOfLink(link()), door);
		expect(before.questions.map(({ id }) => id)).toEqual(["locked"]);
		const said = answered(link(), LOCKED, yes, { sent: NONE, id: newId(), now });
		expect(progressOfSection(standingsOfLink(said), door).questions.map(({ id }) => id)).toEqual(["locked", "key"]);
		const gap = progressOfSection(
			standingsOfLink(answered(link(), LOCKED, no, { sent: NONE, id: newId(), now })),
			door,
		);
		expect(gap.progress.missing.map(({ why }) => why)).toEqual(["more"]);
	});
});

describe("a section", () => {
	const said = answered(link(), LOCKED, yes, { sent: NONE, id: newId(), now });
	const requests = partRequests(said, door, [], now);
	const sentAs = (statuses: Status[], more: object = {}): Entry[] =>
		requests.map(({ kind, body }, n) => entryOf({ kind, body } as OutboxRequest, statuses[n] ?? "queued", more));

	test("is sent as its answers, and after them that it was sent", () => {
		expect(requests.map(({ kind }) => kind)).toEqual(["respond-answer", "respond-part"]);
		expect(requests[1]?.after).toEqual([0]);
		expect(requests.every(({ owner }) => owner === "anonymous")).toBe(true);
		expect(JSON.stringify(requests)).not.toContain(said.token);
	});

	test("stands as what the outbox has of it says", () => {
		expect(partStanding(link(), door, [])).toEqual({ status: "open" });
		expect(partStanding(said, door, [])).toEqual({ status: "changed", answers: 1, sentAt: null });
		expect(partStanding(said, door, sentAs(["sending", "queued"]))).toEqual({ status: "waiting" });
		const held = sentAs(["held", "held"], { reason: "code" });
		expect(partStanding(said, door, held)).toEqual({ status: "code" });
		expect(partStanding(said, door, sentAs(["accepted", "accepted"]))).toEqual({
			status: "sent",
			sentAt: now.toISOString(),
		});
		const later = answered(said, LOCKED, no, { sent: new Set([said.said.locked?.id ?? ""]), id: newId(), now });
		expect(partStanding(later, door, sentAs(["accepted", "accepted"]))).toMatchObject({
			status: "changed",
			answers: 1,
		});
	});

	test("that was refused says why, and what stands in its way goes when it is sent again", () => {
		const [answer, part] = sentAs(["rejected", "held"]);
		const refused = [answer, { ...part, reason: "after" }] as Entry[];
		expect(partStanding(said, door, [answer as Entry])).toEqual({ status: "refused", why: "Not like this." });
		expect(stuckOf(door, refused)).toEqual(refused);
		const again = partRequests(said, door, [], now);
		expect(again.map(({ kind }) => kind)).toEqual(["respond-answer", "respond-part"]);
	});

	test("that is sent again comes after what still waits", () => {
		const waiting = sentAs(["queued", "queued"]);
		const [only] = partRequests(said, door, waiting, now);
		expect(only).toMatchObject({ kind: "respond-part", after: waiting.map(({ id }) => id) });
	});
});
