import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { LIBRARY_LIMIT } from "#contract/questionnaires/library.ts";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addClient, addMember, createOwner } from "../../../support/server/people.ts";
import { approve, inDays, readLibrary } from "../../../support/server/questionnaires.ts";

const { server, pool } = await startAccountServer();

const begun = Date.now();
const at = (minute: number) => new Date(begun - 3_600_000 + minute * 60_000).toISOString();
const NEW = { question: "Do you have a policy?", answer: "Yes.", expiresOn: inDays(365) };

test("an answer is approved once, found by its words, and says who vouches for it as it reads now", async () => {
	const owner = await createOwner(server);
	const body = { id: randomUUID(), change: { ...NEW, tags: ["Policy", "ISMS"] }, saidAt: at(0) };
	const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
	for (const _ of [1, 2]) expect((await owner.call("approveAnswer", { body, headers })).status).toBe(202);
	const second = await approve(owner, { question: "Who runs it?", answer: "The CISO." });
	const all = await readLibrary(owner);
	expect(all.answers.map(({ id }) => id)).toEqual([second, body.id]);
	expect(all.counts).toEqual({ approved: 2, expired: 0, withdrawn: 0 });
	expect(all.answers[1]).toMatchObject({
		...NEW,
		tags: ["Policy", "ISMS"],
		evidence: [],
		state: "approved",
		approved: { at: at(0) },
		uses: 0,
	});
	for (const q of ["isms", "POLICY?", "yes."]) {
		expect(
			(await readLibrary(owner, { q })).answers.map(({ id }) => id),
			q,
		).toEqual([body.id]);
	}
	const page = await readLibrary(owner, { limit: "1" });
	expect(page.next).not.toBeNull();
	expect((await readLibrary(owner, { limit: "1", cursor: page.next ?? "" })).answers[0]?.id).toBe(body.id);
	expect((await owner.call("listLibraryAnswers", { query: { cursor: "x" } })).status).toBe(400);

	const manager = await addMember(server, owner, "manager");
	await approve(manager, { answer: "Yes, since 2020." }, { id: body.id, saidAt: at(5) });
	const changed = (await readLibrary(owner, { q: "policy" })).answers[0];
	expect(changed).toMatchObject({ answer: "Yes, since 2020.", question: NEW.question, approved: { at: at(5) } });
	// Tags are not vouched for.
	await approve(owner, { tags: [] }, { id: body.id, saidAt: at(6) });
	expect((await readLibrary(owner, { q: "policy" })).answers[0]).toMatchObject({ tags: [], approved: { at: at(5) } });
});

test("fields count by when they were said, and every word is kept and in the audit log", async () => {
	const owner = await createOwner(server);
	const id = await approve(owner, NEW, { saidAt: at(0) });
	await approve(owner, { answer: "Yes, since 2021." }, { id, saidAt: at(9) });
	await approve(owner, { answer: "Too late.", expiresOn: inDays(9) }, { id, saidAt: at(3) });
	// The last day counts; the answer was approved by whoever last changed its current text.
	expect((await readLibrary(owner)).answers[0]).toMatchObject({
		answer: "Yes, since 2021.",
		expiresOn: inDays(9),
		approved: { at: at(9) },
	});
	const { rows } = await pool.query(
		"SELECT field, counted FROM answer_words WHERE workspace_id = $1 AND subject_id = $2 ORDER BY no",
		[owner.workspaceId, id],
	);
	expect(rows.filter(({ counted }) => !counted)).toEqual([{ field: "answer", counted: false }]);
	const log = await pool.query("SELECT detail FROM audit_entries WHERE workspace_id = $1 AND subject_id = $2", [
		owner.workspaceId,
		id,
	]);
	expect(log.rows).toHaveLength(rows.length);
	expect(log.rows[0].detail).toMatchObject({ title: NEW.question });
});

test("expired and withdrawn answers are told apart, and both can come back", async () => {
	const owner = await createOwner(server);
	const expired = await approve(owner, { ...NEW, question: "Old?", expiresOn: inDays(-1) });
	const today = await approve(owner, { ...NEW, question: "Today?", expiresOn: inDays(0) });
	const withdrawn = await approve(owner, { ...NEW, question: "Gone?" });
	await approve(owner, { withdrawn: true }, { id: withdrawn });
	const states = async () =>
		Object.fromEntries(
			[...(await readLibrary(owner)).answers, ...(await readLibrary(owner, { state: "withdrawn" })).answers].map(
				({ id, state }) => [id, state],
			),
		);
	expect(await states()).toEqual({ [expired]: "expired", [today]: "approved", [withdrawn]: "withdrawn" });
	expect((await readLibrary(owner)).counts).toEqual({ approved: 1, expired: 1, withdrawn: 1 });
	expect((await readLibrary(owner, { state: "expired" })).answers.map(({ id }) => id)).toEqual([expired]);
	await approve(owner, { expiresOn: inDays(365) }, { id: expired });
	await approve(owner, { withdrawn: false }, { id: withdrawn });
	expect(Object.values(await states())).toEqual(["approved", "approved", "approved"]);
});

test("what cannot be approved says why and changes nothing", async () => {
	const owner = await createOwner(server);
	const say = async (change: object, id: string = randomUUID(), headers = {}) =>
		refusalOf(await owner.call("approveAnswer", { body: { id, change, saidAt: at(0) }, headers }));
	expect(await say({ answer: "Yes." })).toMatchObject({ status: 404, code: "not_found" });
	expect(await say({ ...NEW, answer: " " })).toMatchObject({ status: 400, message: "Please give an answer." });
	expect(await say({ ...NEW, answer: "x".repeat(5_001) })).toMatchObject({ status: 400 });
	expect(await say({ ...NEW, expiresOn: "2026-02-31" })).toMatchObject({ status: 400 });
	expect(await say({ ...NEW, evidence: [randomUUID()] })).toMatchObject({ status: 400, code: "invalid_body" });
	expect((await readLibrary(owner)).answers).toEqual([]);

	// Another client's id is neither shown nor accepted.
	const clientId = await addClient(server, owner.workspaceId, "Acme");
	const id = await approve(owner, NEW);
	const headers = { [CLIENT]: clientId };
	expect(await say({ answer: "No." }, id, headers)).toMatchObject({ status: 404 });
	expect(await say(NEW, id, headers)).toMatchObject({ status: 404 });
	expect((await readLibrary(owner)).answers).toMatchObject([{ id, answer: "Yes." }]);

	await pool.query(
		`INSERT INTO library_answers (workspace_id, client_id, id, question, answer, approved_at, approved_by, approved_by_name, expires_on)
		 SELECT $1, $1, gen_random_uuid(), 'Q' || n, 'A', now(), $1, 'A', current_date + 9 FROM generate_series(2, $2) AS n`,
		[owner.workspaceId, LIBRARY_LIMIT],
	);
	expect(await say(NEW)).toMatchObject({ status: 409, code: "limit_reached" });
	await approve(owner, { withdrawn: true }, { id });
	await approve(owner, NEW);
	const back = { id, change: { withdrawn: false }, saidAt: new Date().toISOString() };
	expect(await refusalOf(await owner.call("approveAnswer", { body: back }))).toMatchObject({ code: "limit_reached" });
});
