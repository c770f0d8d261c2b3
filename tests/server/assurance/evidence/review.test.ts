import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addEvidence, evidenceBody } from "../../../support/server/evidence.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { until } from "../../../support/until.ts";

const { server, pool } = await startAccountServer();

const detailOf = async (member: TestMember, evidenceId: string) =>
	(await member.call("readEvidence", { params: { evidenceId } })).json();
const add = async (member: TestMember, more: Record<string, unknown> = {}): Promise<string> => {
	const body = evidenceBody([], more);
	expect((await member.call("addEvidence", { body })).status).toBe(202);
	return body.id;
};
const decide = (member: TestMember, evidenceId: string, decision: string, more: Record<string, unknown> = {}) =>
	member.call("decideEvidence", {
		body: { evidenceId, decision, reason: "", saidAt: new Date().toISOString(), ...more },
	});
const taken = async (answer: Promise<Response>): Promise<number> => {
	const response = await answer;
	expect(response.status).toBe(202);
	return (await response.json()).receipt.taken;
};
const idsOf = async (member: TestMember, query: Record<string, string>): Promise<string[]> => {
	const answer = await member.call("listEvidence", { query });
	expect(answer.status).toBe(200);
	return (await answer.json()).evidence.map(({ id }: { id: string }) => id);
};
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("evidence is a draft until it is submitted, accepted or returned with a reason, and withdrawn; each is in the custody list", async () => {
	const owner = await createOwner(server);
	const id = await add(owner);
	expect(await detailOf(owner, id)).toMatchObject({ state: "draft", kind: "note", method: "by-hand" });
	expect(await taken(decide(owner, id, "submitted"))).toBe(1);
	expect(await refusalOf(await decide(owner, id, "returned"))).toMatchObject({ status: 400, code: "invalid_body" });
	expect(await taken(decide(owner, id, "returned", { reason: "Too dark." }))).toBe(1);
	expect(await detailOf(owner, id)).toMatchObject({ state: "returned", stateReason: "Too dark." });
	expect(await taken(decide(owner, id, "submitted"))).toBe(1);
	expect(await taken(decide(owner, id, "accepted"))).toBe(1);
	expect(await taken(decide(owner, id, "withdrawn", { reason: "Of another door." }))).toBe(1);
	const { state, custody } = await detailOf(owner, id);
	expect(state).toBe("withdrawn");
	expect(custody.map(({ what }: { what: string }) => what)).toEqual([
		"received",
		"submitted",
		"returned",
		"submitted",
		"accepted",
		"withdrawn",
	]);
	const { rows } = await pool.query(
		"SELECT detail ->> 'value' AS value FROM audit_entries WHERE workspace_id = $1 AND what = 'evidence-decided' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows.map(({ value }) => value)).toEqual([
		"submitted",
		"returned: Too dark.",
		"submitted",
		"accepted",
		"withdrawn: Of another door.",
	]);
});

test("a decision that waited does not undo a newer one, and one that fits nothing is refused", async () => {
	const owner = await createOwner(server);
	const id = await add(owner);
	const at = (minute: number) => ({ saidAt: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString() });
	expect(await taken(decide(owner, id, "submitted", at(1)))).toBe(1);
	expect(await taken(decide(owner, id, "accepted", at(5)))).toBe(1);
	expect(await taken(decide(owner, id, "returned", { ...at(3), reason: "Said before." }))).toBe(0);
	expect(await detailOf(owner, id)).toMatchObject({ state: "accepted", stateReason: "" });
	expect(await refusalOf(await decide(owner, id, "returned", { ...at(9), reason: "Late." }))).toMatchObject({
		status: 409,
		code: "changed_meanwhile",
	});
	const { rows } = await pool.query(
		"SELECT value, counted FROM said_words WHERE workspace_id = $1 AND subject_id = $2 ORDER BY no",
		[owner.workspaceId, id],
	);
	expect(rows).toEqual([
		{ value: "submitted", counted: true },
		{ value: "accepted", counted: true },
		{ value: "returned", counted: false },
	]);
});

test("a clock that runs ahead decides nothing for later", async () => {
	const owner = await createOwner(server);
	const id = await add(owner);
	expect(await taken(decide(owner, id, "submitted", { saidAt: "2099-01-01T00:00:00.000Z" }))).toBe(1);
	expect(await taken(decide(owner, id, "accepted"))).toBe(1);
});

test("members who work submit, and those who arrange review; the same request decides once", async () => {
	const owner = await createOwner(server);
	const contributor = await addMember(server, owner, "contributor");
	const id = await add(contributor);
	expect(await taken(decide(contributor, id, "submitted"))).toBe(1);
	expect(await refusalOf(await decide(contributor, id, "accepted"))).toMatchObject({
		status: 403,
		code: "role_required",
	});
	const headers = { "Idempotency-Key": randomUUID() };
	const body = { evidenceId: id, decision: "accepted", reason: "", saidAt: new Date().toISOString() };
	const answers = await Promise.all([1, 2, 3].map(() => owner.call("decideEvidence", { body, headers })));
	expect(await Promise.all(answers.map(async (answer) => (await answer.json()).receipt.taken))).toEqual([1, 1, 1]);
	const acts = (await detailOf(owner, id)).custody.map(({ what }: { what: string }) => what);
	expect(acts).toEqual(["received", "submitted", "accepted"]);
	const auditor = await addMember(server, owner, "auditor");
	expect((await decide(auditor, id, "submitted")).status).toBe(403);
	const stranger = await createOwner(server);
	expect(await refusalOf(await decide(stranger, id, "submitted"))).toMatchObject({ status: 404 });
});

test("its author accepts it only where no one else may, and then it says so; who left or only reads is no reviewer", async () => {
	const owner = await createOwner(server);
	await addMember(server, owner, "auditor");
	const own = await add(owner);
	await decide(owner, own, "submitted");
	expect(await detailOf(owner, own)).toMatchObject({ hasOtherReviewer: false, reviewedByAuthor: false });
	expect(await taken(decide(owner, own, "accepted"))).toBe(1);
	expect(await detailOf(owner, own)).toMatchObject({ state: "accepted", reviewedByAuthor: true });

	const consultant = await addMember(server, owner, "consultant");
	// What was accepted before stays, and still says so.
	expect(await detailOf(owner, own)).toMatchObject({
		state: "accepted",
		reviewedByAuthor: true,
		hasOtherReviewer: true,
	});
	const next = await add(owner);
	await decide(owner, next, "submitted");
	expect(await refusalOf(await decide(owner, next, "accepted"))).toMatchObject({
		status: 403,
		code: "other_reviewer_required",
	});
	// Two reviewers at once: it is accepted once, by the one who may.
	const [mine, theirs] = await Promise.all([decide(owner, next, "accepted"), decide(consultant, next, "accepted")]);
	expect([mine.status, theirs.status]).toEqual([403, 202]);
	expect(await detailOf(owner, next)).toMatchObject({ state: "accepted", reviewedByAuthor: false });

	await pool.query("UPDATE memberships SET ends_on = '2020-01-01' WHERE (workspace_id, account_id) = ($1, $2)", [
		owner.workspaceId,
		consultant.accountId,
	]);
	const last = await add(owner);
	await decide(owner, last, "submitted");
	expect(await taken(decide(owner, last, "accepted"))).toBe(1);
});

test("a piece that is accepted takes the place of the one it names, which has to be another of the same client", async () => {
	const owner = await createOwner(server);
	const [older, newer] = [await add(owner), await add(owner)];
	for (const id of [older]) {
		await decide(owner, id, "submitted");
		await decide(owner, id, "accepted");
	}
	const change = (id: string, supersedes: string | null) =>
		owner.call("changeEvidence", { params: { evidenceId: id }, body: { supersedes, version: 1 } });
	expect(await refusalOf(await change(newer, newer))).toMatchObject({ status: 400 });
	expect(await refusalOf(await change(newer, randomUUID()))).toMatchObject({ status: 400 });
	expect((await change(newer, older)).status).toBe(200);
	expect(await refusalOf(await change(older, newer))).toMatchObject({ status: 400, code: "invalid_body" });
	await decide(owner, newer, "submitted");
	expect(await detailOf(owner, older)).toMatchObject({ state: "accepted" });
	await decide(owner, newer, "accepted");
	expect(await detailOf(owner, older)).toMatchObject({ state: "superseded" });
	expect(await refusalOf(await decide(owner, older, "withdrawn", { reason: "Old." }))).toMatchObject({ status: 409 });
});

test("evidence has a period and a last day apart from the day it was captured, and is found by them", async () => {
	const owner = await createOwner(server);
	const late = evidenceBody([], { effectiveFrom: "2026-05-01", effectiveTo: "2026-04-01" });
	expect(await refusalOf(await owner.call("addEvidence", { body: late }))).toMatchObject({
		status: 400,
		message: expect.stringContaining("ends before it begins"),
	});
	const spring = await add(owner, { effectiveFrom: "2026-03-01", effectiveTo: "2026-05-31", expiresOn: day(-1) });
	const summer = await add(owner, { effectiveFrom: "2026-06-01", effectiveTo: "2026-08-31", expiresOn: day(10) });
	const open = await add(owner, { expiresOn: day(60) });
	expect(await idsOf(owner, { from: "2026-04-01", to: "2026-04-30" })).toEqual([spring]);
	expect((await idsOf(owner, { from: "2026-05-31", to: "2026-06-01" })).sort()).toEqual([spring, summer].sort());
	// Captured on 20 November, by its body.
	expect(await idsOf(owner, { from: "2026-11-01" })).toEqual([open]);
	expect(await idsOf(owner, { freshness: "expired" })).toEqual([spring]);
	expect(await idsOf(owner, { freshness: "expiring" })).toEqual([summer]);
	expect(await idsOf(owner, { freshness: "current" })).toEqual([open]);

	const params = { evidenceId: open };
	const bad = await owner.call("changeEvidence", {
		params,
		body: { effectiveFrom: "2026-09-02", effectiveTo: "2026-09-01", version: 1 },
	});
	expect(await refusalOf(bad)).toMatchObject({ status: 400, message: expect.stringContaining("Nothing was changed") });
	const changed = await owner.call("changeEvidence", {
		params,
		body: { effectiveFrom: "2026-09-01", expiresOn: null, version: 1 },
	});
	expect(await changed.json()).toMatchObject({
		effectiveFrom: "2026-09-01",
		effectiveTo: null,
		expiresOn: null,
		version: 2,
	});
});

test("kinds are what evidence holds: a photo, a note, a link; lists filter by them", async () => {
	const owner = await createOwner(server);
	const { id: photo } = await addEvidence(server, owner);
	const note = await add(owner);
	const link = await add(owner, { note: "", source: { type: "link", url: "https://status.example.com/2026" } });
	expect(await idsOf(owner, { kind: "photo" })).toEqual([photo]);
	expect(await idsOf(owner, { kind: "note" })).toEqual([note]);
	expect(await idsOf(owner, { kind: "link" })).toEqual([link]);
	expect(await idsOf(owner, { method: "automatic" })).toEqual([]);
	expect(await idsOf(owner, { state: "draft" })).toHaveLength(3);
	for (const url of ["javascript:alert(1)", "data:text/html,x", "not a link"]) {
		const body = evidenceBody([], { source: { type: "link", url } });
		expect(await refusalOf(await owner.call("addEvidence", { body })), url).toMatchObject({ status: 400 });
	}
});

test("a report as evidence keeps what it was, with the hashes of its files, when the report is deleted", async () => {
	const owner = await createOwner(server);
	const missing = evidenceBody([], { note: "", source: { type: "report", id: randomUUID() } });
	expect(await refusalOf(await owner.call("addEvidence", { body: missing }))).toMatchObject({ status: 404 });
	const asked = await owner.call("requestReport", {
		body: { template: "executive-summary", name: "Third quarter", hosts: [], clients: [] },
	});
	const { reportId } = (await asked.json()).receipt;
	await until(
		async () => (await (await owner.call("readReport", { params: { reportId } })).json()).report.status === "completed",
		"the report is made",
	);
	const id = await add(owner, { note: "", source: { type: "report", id: reportId } });
	expect((await owner.call("deleteReport", { params: { reportId } })).status).toBe(204);
	const { kind, record, recordSha256 } = await detailOf(owner, id);
	expect(kind).toBe("report");
	expect(record.report).toMatchObject({ name: "Third quarter", template: "executive-summary" });
	expect(record.report.files.pdf).toMatch(/^[0-9a-f]{64}$/);
	expect(recordSha256).toMatch(/^[0-9a-f]{64}$/);
});
