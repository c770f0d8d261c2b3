import { expect, test } from "vitest";
import { wordId } from "#contract/assessments/answers.ts";
import { respondentId } from "#contract/assessments/respondents.ts";
import { questionId } from "#contract/assessments/template.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

const LINK = respondentId.parse("7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11");

const answerOf = (question: string): NewEntry => ({
	kind: "respond-answer",
	owner: "anonymous",
	body: {
		id: wordId.parse(crypto.randomUUID()),
		respondentId: LINK,
		questionId: questionId.parse(question),
		answer: { value: { type: "choice", choice: "yes" }, note: "", evidence: [] },
		after: [],
		saidAt: "2026-11-24T10:00:00.000Z",
	},
});

const codeRequired = { status: 401, body: { code: "code_required", message: "Enter a new code." } };

test("what a respondent sends goes in requests of its own, whose cookie is limited to their path, and batches go on", async () => {
	const { context, clock, server } = fakeDevice({ batches: true });
	const { outbox } = context();
	await outbox.enqueueAll([answerOf("a"), scanOf("a.example"), answerOf("b"), scanOf("b.example"), answerOf("c")]);
	clock.advance(HEAD_START_MS);
	expect(await outbox.replay()).toMatchObject({ sent: 5, left: 0 });
	expect(server.posts.map(({ isBatch, keys }) => [isBatch, keys.length]).toSorted()).toEqual([
		[false, 1],
		[false, 1],
		[false, 1],
		[true, 2],
	]);
	const alone = server.requests.filter(({ url }) => url === API_BASE + API_PATHS.respondAnswers);
	expect(alone).toHaveLength(3);
	expect(new Set(alone.map(({ account }) => account))).toEqual(new Set(["anonymous"]));
});

test("a section is sent after its answers", async () => {
	const { context, clock, server } = fakeDevice({ batches: true });
	const { outbox } = context();
	const part: NewEntry = {
		kind: "respond-part",
		owner: "anonymous",
		body: { respondentId: LINK, section: "access", saidAt: "2026-11-24T10:00:00.000Z" },
		after: [0, 1],
	};
	await outbox.enqueueAll([answerOf("a"), answerOf("b"), part]);
	clock.advance(HEAD_START_MS);
	expect(await outbox.replay()).toMatchObject({ sent: 3, left: 0 });
	expect(server.requests.at(-1)?.url).toBe(API_BASE + API_PATHS.respondParts);
});

test("without a session they are held until a new code was given, and nothing is lost", async () => {
	const { context, clock, server } = fakeDevice({ batches: true });
	const { outbox } = context();
	const { id } = await outbox.enqueue(answerOf("a"));
	server.faults.push(codeRequired);
	clock.advance(HEAD_START_MS);
	expect(await outbox.replay()).toMatchObject({ sent: 0 });
	expect(await outbox.get(id)).toMatchObject({ status: "held", reason: "code" });
	// Not by itself, and not by a sign-in.
	clock.advance(7 * 24 * 60 * 60 * 1_000);
	expect(await outbox.replay()).toMatchObject({ sent: 0 });
	expect(server.requests).toHaveLength(1);

	expect(await outbox.releaseWhere((entry) => entry.status === "held" && entry.reason === "code")).toBe(1);
	expect(await outbox.replay()).toMatchObject({ sent: 1, left: 0 });
	expect(server.requests.map(({ key }) => key)).toEqual([id, id]);
});
