import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { SMALL } from "../../../support/assessments/small-template.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import {
	answer,
	begin,
	giveTemplate,
	listAssessments,
	move,
	readAssessment,
	wordBody,
} from "../../../support/server/assessments.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

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
	// The pick arrives first: it names entries that are still on their way.
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

test("what does not fit is refused with the question named, and what stands stays", async () => {
	const owner = await ownerWithTemplate();
	const id = await begin(owner);
	const first = await answer(owner, id, "door", "yes");
	const self = randomUUID();
	for (const [body, about] of [
		[wordBody(id, "door", "maybe"), "Does the door close?"],
		[wordBody(id, "door", { type: "number", number: 3 }), "one choice"],
		[wordBody(id, "keys", { type: "number", number: 51 }), "at most 50"],
		[wordBody(id, "days", { type: "several", choices: ["sun"] }), "On which days?"],
		[wordBody(id, "no-such", "yes"), "no-such"],
		[wordBody(id, "door", "no", { id: self, after: [self] }), "its own place"],
	] as const) {
		const refused = await refusalOf(await owner.call("answerQuestion", { body }));
		expect(refused).toMatchObject({ status: 400, code: "invalid_body", message: expect.stringContaining(about) });
	}
	expect((await readAssessment(owner, id)).words.map((word) => word.id)).toEqual([first]);
	const nowhere = wordBody(randomUUID(), "door", "yes");
	expect(await refusalOf(await owner.call("answerQuestion", { body: nowhere }))).toMatchObject({ status: 404 });
	const body = { id: randomUUID(), template: { id: "small", version: 9 }, title: "x", subject: "", saidAt: at(0) };
	expect(await refusalOf(await owner.call("beginAssessment", { body }))).toMatchObject({ status: 404 });
	// A clock that runs ahead counts as now, and "not seen" answers every question.
	await answer(owner, id, "keys", { type: "not-seen" }, { saidAt: "2099-01-01T00:00:00.000Z" });
	const read = await readAssessment(owner, id);
	expect(Date.parse(read.words[1]?.saidAt ?? "")).toBeLessThanOrEqual(Date.now());
	await answer(owner, id, "door", null, { after: [first] });
	expect(await readAssessment(owner, id)).toMatchObject({ answered: 1, state: "under-way" });
});

test("a guest answers for their client alone, and reviews are a reviewer’s", async () => {
	const owner = await ownerWithTemplate();
	const [acme, other] = [
		await addClient(server, owner.workspaceId, "Acme"),
		await addClient(server, owner.workspaceId, "Other"),
	];
	const headers = { [CLIENT]: acme };
	const theirs = await begin(owner, {}, headers);
	const others = await begin(owner, {}, { [CLIENT]: other });
	const own = await begin(owner);
	const guest = await addMember(server, owner, "guest", { clientId: acme });
	await answer(guest, theirs, "door", "yes");
	expect((await listAssessments(guest)).assessments.map(({ id }) => id)).toEqual([theirs]);
	for (const id of [others, own]) {
		expect((await guest.call("readAssessment", { params: { assessmentId: id } })).status).toBe(404);
		expect((await guest.call("answerQuestion", { body: wordBody(id, "door", "no") })).status).toBe(404);
	}
	const state = (assessmentId: string, to: string) => ({
		body: { assessmentId, state: to, reason: "", saidAt: new Date().toISOString() },
	});
	expect((await guest.call("moveAssessment", state(theirs, "submitted"))).status).toBe(403);
	const contributor = await addMember(server, owner, "contributor");
	expect(await move(contributor, theirs, "submitted")).toBe(1);
	expect(await refusalOf(await contributor.call("moveAssessment", state(theirs, "accepted")))).toMatchObject({
		status: 403,
		code: "role_required",
	});
	expect(await move(owner, theirs, "returned", { reason: "Which door?" })).toBe(1);
	expect(await readAssessment(guest, theirs)).toMatchObject({ state: "returned", stateReason: "Which door?" });
	await pool.query("UPDATE clients SET archived_at = now() WHERE id = $1", [acme]);
	expect(await refusalOf(await guest.call("answerQuestion", { body: wordBody(theirs, "door", "no") }))).toMatchObject({
		code: "client_archived",
	});
});

test("states count by when they were said, and an answer said later takes a submission back", async () => {
	const owner = await ownerWithTemplate();
	const id = await begin(owner, { saidAt: at(0) });
	const first = await answer(owner, id, "door", "yes", { saidAt: at(1) });
	expect(await move(owner, id, "submitted", { saidAt: at(5) })).toBe(1);
	const early = await owner.call("moveAssessment", {
		body: { assessmentId: id, state: "closed", reason: "", saidAt: at(3) },
	});
	expect((await early.json()).receipt.taken).toBe(0);
	await answer(owner, id, "door", "partly", { after: [first], note: "It sticks.", saidAt: at(6) });
	expect(await readAssessment(owner, id)).toMatchObject({ state: "under-way" });
	const late = await owner.call("moveAssessment", {
		body: { assessmentId: id, state: "submitted", reason: "", saidAt: at(5) },
	});
	expect((await late.json()).receipt.taken).toBe(0);
	const unfit = await owner.call("moveAssessment", {
		body: { assessmentId: id, state: "accepted", reason: "", saidAt: at(9) },
	});
	expect(await refusalOf(unfit)).toMatchObject({ status: 409, code: "changed_meanwhile" });
	const { rows } = await pool.query("SELECT shown, counted FROM said_words WHERE subject_id = $1 ORDER BY no", [id]);
	expect(rows).toEqual([
		{ shown: "submitted", counted: true },
		{ shown: "closed", counted: false },
		{ shown: "submitted", counted: false },
	]);
});
