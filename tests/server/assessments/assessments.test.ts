import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/headers.ts";
import { startAccountServer } from "../../support/server/account-server.ts";
import { refusalOf } from "../../support/server/api-client.ts";
import {
	answer,
	begin,
	giveTemplate,
	listAssessments,
	move,
	readAssessment,
	SMALL,
	sign,
	wordBody,
} from "../../support/server/assessments.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();

async function ownerWithTemplate(): Promise<TestMember> {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	return owner;
}

test("an assessment is begun once, answered, submitted, accepted and closed", async () => {
	const owner = await ownerWithTemplate();
	const body = {
		id: randomUUID(),
		template: { id: "small", version: 1 },
		title: "Visit to Lagos",
		subject: "The Lagos office",
		saidAt: at(0),
	};
	const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
	for (const _ of [1, 2]) expect((await owner.call("beginAssessment", { body, headers })).status).toBe(202);
	expect(await refusalOf(await owner.call("beginAssessment", { body }))).toMatchObject({ code: "already_exists" });
	expect(await readAssessment(owner, body.id)).toMatchObject({
		title: "Visit to Lagos",
		subject: "The Lagos office",
		state: "draft",
		templateTitle: "A small visit",
		startedBy: { accountId: owner.accountId },
		answered: 0,
		asked: 7,
		missing: 4,
		revision: 1,
		words: [],
		signOffs: [],
		template: SMALL,
	});
	const first = await answer(owner, body.id, "door", "partly", { note: "It sticks." });
	await answer(owner, body.id, "lock", "yes");
	await answer(owner, body.id, "who", { type: "text", text: "Two people" });
	await answer(owner, body.id, "days", { type: "several", choices: ["mon"] });
	await answer(owner, body.id, "backup", "no");
	const read = await readAssessment(owner, body.id);
	expect(read).toMatchObject({ state: "under-way", answered: 5, asked: 8, missing: 0, gaps: 2, differing: 0 });
	expect(read.words[0]).toMatchObject({ id: first, by: { accountId: owner.accountId }, after: [] });
	expect(await move(owner, body.id, "submitted")).toBe(1);
	expect(await move(owner, body.id, "accepted")).toBe(1);
	expect(await move(owner, body.id, "closed")).toBe(1);
	expect((await listAssessments(owner)).assessments).toMatchObject([{ id: body.id, state: "closed", gaps: 2 }]);
	const late = await owner.call("answerQuestion", { body: wordBody(body.id, "door", "yes") });
	expect(await refusalOf(late)).toMatchObject({ status: 409, code: "already_finished" });
	expect(await move(owner, body.id, "under-way")).toBe(1);
	await answer(owner, body.id, "door", "yes", { after: [first] });
	expect(await readAssessment(owner, body.id)).toMatchObject({ state: "under-way", gaps: 1 });
});

test("two people’s answers stand side by side until one is picked, in whatever order they arrive", async () => {
	const owner = await ownerWithTemplate();
	const member = await addMember(server, owner, "contributor");
	const id = await begin(owner);
	const [mine, theirs, pick] = [randomUUID(), randomUUID(), randomUUID()];
	// The pick arrives first: it names words that are still on their way.
	await answer(owner, id, "door", "no", { id: pick, after: [mine, theirs], note: "Looked again." });
	await answer(member, id, "door", "yes", { id: theirs });
	expect(await readAssessment(owner, id)).toMatchObject({ differing: 0, answered: 1, gaps: 1 });
	await answer(owner, id, "door", "partly", { id: mine, note: "It sticks." });
	const read = await readAssessment(member, id);
	expect(read).toMatchObject({ differing: 0, answered: 1, gaps: 1 });
	expect(read.words.map((word) => word.id)).toEqual([pick, theirs, mine]);
	await answer(member, id, "who", { type: "text", text: "Ada" });
	await answer(owner, id, "who", { type: "text", text: "Ben" });
	expect(await readAssessment(owner, id)).toMatchObject({ differing: 1, answered: 2 });
});

test("a word is the same word under another key, and another word under its ID is refused", async () => {
	const owner = await ownerWithTemplate();
	const id = await begin(owner);
	const body = wordBody(id, "door", "yes");
	for (const _ of [1, 2]) expect((await owner.call("answerQuestion", { body })).status).toBe(202);
	expect((await readAssessment(owner, id)).words).toHaveLength(1);
	const other = { ...body, answer: { ...body.answer, note: "Another." } };
	expect(await refusalOf(await owner.call("answerQuestion", { body: other }))).toMatchObject({
		status: 422,
		code: "idempotency_mismatch",
	});
	expect((await readAssessment(owner, id)).words).toMatchObject([{ answer: { note: "" } }]);
});
