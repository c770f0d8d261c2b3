import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { complianceOverview } from "#contract/controls/overview.ts";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addControl, CHECKLIST, listControls, readControl, say, scanSpec } from "../../../support/server/controls.ts";
import { evidenceBody } from "../../../support/server/evidence.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const NOW = () => new Date().toISOString();
const change = (member: TestMember, controlId: string, change: object, saidAt = NOW()) =>
	say(member, "changeControl", { controlId, change, saidAt });
const overviewOf = async (member: TestMember) =>
	complianceOverview.parse(await (await member.call("complianceOverview")).json());
const choose = (member: TestMember, clientId = member.workspaceId) =>
	pool.query(
		"INSERT INTO framework_choices (workspace_id, client_id, framework, chosen_at) VALUES ($1, $2, 'soc-2', now())",
		[member.workspaceId, clientId],
	);

test("a control is added with its requirements and tests, once per key, and stands as not evaluated", async () => {
	const owner = await createOwner(server);
	const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
	const body = {
		id: randomUUID(),
		code: "AC-01",
		title: "Lock the doors",
		objective: "So that they are shut.",
		kind: "physical",
		requirements: [
			{ framework: "soc-2", requirementId: "CC6.1" },
			{ framework: "iso-27001", requirementId: "A.8.24" },
		],
	};
	const [first, second] = await Promise.all([1, 2].map(() => owner.call("addControl", { body, headers })));
	expect([first?.status, second?.status]).toEqual([201, 201]);
	expect(await first?.json()).toEqual(await second?.json());
	expect(await readControl(owner, body.id)).toMatchObject({
		state: "planned",
		standing: "not-evaluated",
		why: "Nothing tests it, and there is no accepted evidence.",
		owner: null,
		nextDue: null,
		catalogCode: null,
		requirements: [
			{ framework: "iso-27001", requirementId: "A.8.24" },
			{ framework: "soc-2", requirementId: "CC6.1" },
		],
	});
	const same = await owner.call("addControl", { body: { ...body, id: randomUUID() } });
	expect(await refusalOf(same)).toMatchObject({ status: 409, code: "already_exists" });
	const unknown = {
		...body,
		id: randomUUID(),
		code: "X",
		requirements: [{ framework: "soc-2", requirementId: "CC99" }],
	};
	expect(await refusalOf(await owner.call("addControl", { body: unknown }))).toMatchObject({ status: 400 });
	expect(await listControls(owner, { framework: "soc-2", requirement: "CC6.1" })).toHaveLength(1);
	expect(await listControls(owner, { framework: "soc-2", requirement: "CC6.2" })).toEqual([]);
});

test("links to requirements are put on and taken off, and the audit log says so", async () => {
	const owner = await createOwner(server);
	const { id } = await addControl(owner);
	const link = (linked: boolean, requirementId = "CC6.1") =>
		owner.call("linkRequirement", { params: { controlId: id }, body: { framework: "soc-2", requirementId, linked } });
	for (const linked of [true, true]) {
		const answer = await (await link(linked)).json();
		expect(answer.requirements).toEqual([{ framework: "soc-2", requirementId: "CC6.1" }]);
	}
	expect(await refusalOf(await link(true, "CC99"))).toMatchObject({ status: 400 });
	expect((await (await link(false)).json()).requirements).toEqual([]);
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND what LIKE 'control-%linked' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows.map(({ what }) => what)).toEqual(["control-linked", "control-unlinked"]);
});

test("fields count by when they were said, whatever arrives last; of two words at one moment, the later arrival", async () => {
	const owner = await createOwner(server);
	const member = await addMember(server, owner, "contributor");
	const { id } = await addControl(owner);
	expect(await change(owner, id, { title: "Second", owner: owner.accountId }, at(5))).toBe(2);
	expect(await change(member, id, { title: "First", objective: "Late, but alone." }, at(1))).toBe(1);
	expect(await change(member, id, { title: "Same moment" }, at(5))).toBe(1);
	expect(await change(member, id, { owner: null, note: "Left the company." }, at(6))).toBe(2);
	const control = await readControl(owner, id);
	expect(control).toMatchObject({ title: "Same moment", objective: "Late, but alone.", owner: null });
	expect(control.words.map(({ field, text }) => [field, text])).toEqual([
		["note", "Left the company."],
		["owner", ""],
		["title", "Same moment"],
		["owner", "Ada Lovelace"],
		["title", "Second"],
		["objective", "Late, but alone."],
	]);
	const { rows } = await pool.query(
		"SELECT count(*)::int AS n FROM said_words WHERE workspace_id = $1 AND NOT counted",
		[owner.workspaceId],
	);
	expect(rows[0].n).toBe(1);
});

test("a clock that runs ahead says nothing for later, and one that was set back loses to what stands", async () => {
	const owner = await createOwner(server);
	const { id } = await addControl(owner);
	expect(await change(owner, id, { title: "From the future" }, "2099-01-01T00:00:00.000Z")).toBe(1);
	expect(await change(owner, id, { title: "Now" })).toBe(1);
	expect(await change(owner, id, { title: "From the past" }, "2001-01-01T00:00:00.000Z")).toBe(0);
	expect((await readControl(owner, id)).title).toBe("Now");
});

test("states move as they can, a word that fits nothing is refused only if it is the newest", async () => {
	const owner = await createOwner(server);
	const { id } = await addControl(owner);
	const to = (state: string, minute: number, reason = "") =>
		owner.call("changeControl", { body: { controlId: id, change: { state, reason }, saidAt: at(minute) } });
	expect(await refusalOf(await to("not-operating", 1, "Broken."))).toMatchObject({
		status: 409,
		code: "changed_meanwhile",
	});
	expect((await to("operating", 2)).status).toBe(202);
	expect(await refusalOf(await to("not-operating", 3))).toMatchObject({ status: 400 });
	expect((await to("not-operating", 3, "Broken.")).status).toBe(202);
	// Entered earlier, and for a different state: stored, and nothing more.
	const late = await to("planned", 1);
	expect((await late.json()).receipt.taken).toBe(0);
	expect(await refusalOf(await to("planned", 9))).toMatchObject({ status: 409, code: "changed_meanwhile" });
	expect(await readControl(owner, id)).toMatchObject({ state: "not-operating", reason: "Broken." });
	expect((await to("retired", 10, "Sold.")).status).toBe(202);
	// The reason belongs to the current state, and cannot be emptied.
	const empty = (minute: number) =>
		owner.call("changeControl", { body: { controlId: id, change: { reason: " " }, saidAt: at(minute) } });
	expect(await refusalOf(await empty(10))).toMatchObject({ status: 400, code: "invalid_body" });
	expect((await (await empty(9)).json()).receipt.taken).toBe(0);
	expect(await readControl(owner, id)).toMatchObject({ state: "retired", reason: "Sold." });
	expect((await to("planned", 11)).status).toBe(202);
	expect((await empty(12)).status).toBe(202);
	expect(await readControl(owner, id)).toMatchObject({ state: "planned", reason: "" });
});

test("a move is undone from the state it led to, and from no other", async () => {
	const owner = await createOwner(server);
	const { id } = await addControl(owner);
	const say = (change: object, minute: number) =>
		owner.call("changeControl", { body: { controlId: id, change, saidAt: at(minute) } });
	expect((await say({ state: "operating" }, 1)).status).toBe(202);
	expect(await refusalOf(await say({ state: "planned", from: "not-operating" }, 2))).toMatchObject({
		status: 409,
		code: "changed_meanwhile",
	});
	expect((await say({ state: "planned", from: "operating" }, 2)).status).toBe(202);
	expect(await readControl(owner, id)).toMatchObject({ state: "planned" });
});

test("two people who decide at once leave one word that stands, and both in the list", async () => {
	const owner = await createOwner(server);
	const member = await addMember(server, owner, "manager");
	const { id } = await addControl(owner);
	await Promise.all([
		change(owner, id, { title: "One", state: "operating" }, at(5)),
		change(member, id, { title: "Two", state: "retired", reason: "Gone." }, at(6)),
	]);
	const { title, state, words } = await readControl(owner, id);
	expect(title).toBe("Two");
	expect(state).toBe("retired");
	expect(words.length).toBeGreaterThanOrEqual(2);
	const { rows } = await pool.query("SELECT count(*)::int AS n FROM said_words WHERE workspace_id = $1", [
		owner.workspaceId,
	]);
	expect(rows[0].n).toBe(4);
});

test("owners are members who may see the client", async () => {
	const owner = await createOwner(server);
	const stranger = await createOwner(server);
	const { id } = await addControl(owner);
	const asked = { controlId: id, change: { owner: stranger.accountId }, saidAt: NOW() };
	expect(await refusalOf(await owner.call("changeControl", { body: asked }))).toMatchObject({ status: 400 });
	const other = await addClient(server, owner.workspaceId, "Other");
	const guest = await addMember(server, owner, "guest", { clientId: other });
	const toGuest = { controlId: id, change: { owner: guest.accountId }, saidAt: NOW() };
	expect(await refusalOf(await owner.call("changeControl", { body: toGuest }))).toMatchObject({ status: 400 });
});

test("members who work say something of controls, those who arrange add and test them, and others read", async () => {
	const owner = await createOwner(server);
	const { id, tests } = await addControl(owner, [CHECKLIST]);
	const [contributor, auditor] = [
		await addMember(server, owner, "contributor"),
		await addMember(server, owner, "auditor"),
	];
	expect(await change(contributor, id, { note: "Seen." })).toBe(1);
	const link = { params: { controlId: id }, body: { framework: "soc-2", requirementId: "CC6.1", linked: true } };
	expect((await contributor.call("linkRequirement", link)).status).toBe(403);
	const paused = { params: { controlId: id, testId: tests[0]?.id ?? "" }, body: { active: false } };
	expect((await contributor.call("changeControlTest", paused)).status).toBe(403);
	const word = { controlId: id, change: { note: "No." }, saidAt: NOW() };
	expect((await auditor.call("changeControl", { body: word })).status).toBe(403);
	expect((await readControl(auditor, id)).id).toBe(id);
	const stranger = await createOwner(server);
	expect(await refusalOf(await stranger.call("readControl", { params: { controlId: id } }))).toMatchObject({
		status: 404,
	});
	expect(await refusalOf(await stranger.call("changeControl", { body: word }))).toMatchObject({ status: 404 });
});

test("a test is changed and paused, keeps its kind, and is due a cadence after its newest run", async () => {
	const owner = await createOwner(server);
	const { id, tests, nextDue } = await addControl(owner, [CHECKLIST], { everyDays: 30 });
	expect(nextDue).toBe(day(30));
	const params = { controlId: id, testId: tests[0]?.id ?? "" };
	const patch = (body: object) => owner.call("changeControlTest", { params, body });
	expect(await (await patch({ everyDays: 10 })).json()).toMatchObject({ nextDue: day(10) });
	expect(await refusalOf(await patch({ spec: scanSpec() }))).toMatchObject({ status: 400 });
	expect(await (await patch({ active: false })).json()).toMatchObject({ nextDue: null, tests: [{ active: false }] });
	const elsewhere = { ...params, controlId: (await addControl(owner)).id };
	expect((await owner.call("changeControlTest", { params: elsewhere, body: { active: true } })).status).toBe(404);
});

test("a person's run is evidence and moves the standing; a failed one makes a task, and a passed one has it reviewed", async () => {
	const owner = await createOwner(server);
	const contributor = await addMember(server, owner, "contributor");
	const { id, tests } = await addControl(owner, [CHECKLIST], { everyDays: 7 });
	const testId = tests[0]?.id;
	const run = (member: TestMember, answers: string[], more: object = {}) =>
		member.call("addTestRun", {
			body: { id: randomUUID(), testId, saidAt: NOW(), outcome: { answers }, note: "", ...more },
		});
	expect(await refusalOf(await run(owner, ["no", "yes"]))).toMatchObject({ status: 400, code: "invalid_body" });
	expect(await refusalOf(await run(owner, ["yes"]))).toMatchObject({ status: 409, code: "changed_meanwhile" });
	expect((await run(contributor, ["no", "yes"], { note: "The door is open." })).status).toBe(202);
	let control = await readControl(owner, id);
	expect(control).toMatchObject({
		standing: "evidence-against",
		why: "1 test by a person failed.",
		openTasks: 1,
		evidence: 1,
	});
	expect(control.tests[0]?.runs[0]).toMatchObject({
		result: "failed",
		reason: "1 of 2 answers is no.",
		host: "",
		scanId: null,
		by: { accountId: contributor.accountId },
		expiresOn: day(7),
	});
	const evidenceId = control.tests[0]?.runs[0]?.evidenceId ?? "";
	const piece = await (await owner.call("readEvidence", { params: { evidenceId } })).json();
	expect(piece).toMatchObject({ kind: "test-run", method: "by-hand", state: "submitted", note: "The door is open." });
	expect(piece.record.run).toMatchObject({ answers: ["no", "yes"], result: "failed", test: { spec: CHECKLIST } });
	expect(piece.custody.map(({ what }: { what: string }) => what)).toEqual(["received", "submitted"]);

	const [task] = (await (await owner.call("listTasks")).json()).tasks;
	expect(task).toMatchObject({
		title: "Test 1",
		cause: { type: "test", testId },
		due: day(7),
		state: "open",
		findings: null,
	});
	const twice = { id: randomUUID() };
	expect((await run(owner, ["yes", "not-applicable"], twice)).status).toBe(202);
	expect(await refusalOf(await run(owner, ["yes", "yes"], twice))).toMatchObject({
		status: 409,
		code: "already_exists",
	});
	control = await readControl(owner, id);
	expect(control).toMatchObject({ standing: "covered", openTasks: 1, nextDue: day(7) });
	expect(control.why).toMatch(/^1 piece of evidence counts now, reviewed by its author\. Valid until /);
	expect((await (await owner.call("listTasks")).json()).tasks).toMatchObject([{ id: task.id, state: "review" }]);
	const link = { framework: "soc-2", requirementId: "CC6.1", linked: true };
	await owner.call("linkRequirement", { params: { controlId: id }, body: link });
	const framework = await owner.call("readFramework", { params: { frameworkId: "soc-2" } });
	const served = (await framework.json()).all.find((one: { id: string }) => one.id === "CC6.1");
	expect(served.controls).toMatchObject([{ controlId: id, standing: "covered", reviewedByAuthor: "all" }]);

	// A run that waited on a device for a week counts for its own day.
	const old = new Date(Date.now() - 7 * 86_400_000).toISOString();
	const late = await run(owner, ["no", "no"], { saidAt: old, note: "Then." });
	expect((await late.json()).receipt.taken).toBe(0);
	expect((await readControl(owner, id)).standing).toBe("covered");
	const page = await (await owner.call("listTestRuns", { params: { controlId: id }, query: { limit: "2" } })).json();
	expect(page.runs.map(({ result }: { result: string }) => result)).toEqual(["passed", "failed"]);
	const query = { limit: "2", cursor: page.next };
	const rest = await (await owner.call("listTestRuns", { params: { controlId: id }, query })).json();
	expect(rest).toMatchObject({ runs: [{ result: "failed", at: old }], next: null });
	const wrong = { ...query, cursor: "nonsense" };
	expect((await owner.call("listTestRuns", { params: { controlId: id }, query: wrong })).status).toBe(400);
});

test("a document that is only said to be there leaves its test incomplete; named by record or evidence, it passes", async () => {
	const owner = await createOwner(server);
	const { id, tests } = await addControl(owner, [{ kind: "document", document: "The plan" }]);
	const run = (outcome: object) =>
		owner.call("addTestRun", {
			body: { id: randomUUID(), testId: tests[0]?.id, saidAt: NOW(), outcome, note: "" },
		});
	expect((await run({ holds: true })).status).toBe(202);
	let control = await readControl(owner, id);
	expect(control).toMatchObject({ standing: "not-evaluated", openTasks: 0 });
	expect(control.tests[0]?.runs[0]).toMatchObject({
		result: "incomplete",
		reason: expect.stringContaining("but it was not named"),
	});
	const record = { place: "Shelf 3", version: "2026-02", holder: "Ada" };
	expect((await run({ holds: true, document: record })).status).toBe(202);
	control = await readControl(owner, id);
	expect(control.standing).toBe("covered");
	expect(control.tests[0]?.runs[0]?.reason).toBe(
		"The document is there and up to date: Shelf 3, version 2026-02, held by Ada.",
	);
	// A word without the document does not replace what counts.
	expect((await run({ holds: true })).status).toBe(202);
	expect((await readControl(owner, id)).standing).toBe("covered");

	const piece = evidenceBody([], { title: "The plan, signed" });
	expect((await owner.call("addEvidence", { body: piece })).status).toBe(202);
	expect((await run({ holds: true, document: { evidenceId: piece.id } })).status).toBe(202);
	expect((await readControl(owner, id)).tests[0]?.runs[0]).toMatchObject({
		result: "passed",
		reason: "The document is there and up to date: the evidence “The plan, signed”.",
	});
	const stranger = await createOwner(server);
	const theirs = evidenceBody([]);
	await stranger.call("addEvidence", { body: theirs });
	expect(await refusalOf(await run({ holds: true, document: { evidenceId: theirs.id } }))).toMatchObject({
		status: 400,
		message: expect.stringContaining("no such evidence"),
	});
});

test("a run by one of two reviewers waits for the other", async () => {
	const owner = await createOwner(server);
	const consultant = await addMember(server, owner, "consultant");
	const { id, tests } = await addControl(owner, [CHECKLIST]);
	const body = {
		id: randomUUID(),
		testId: tests[0]?.id,
		saidAt: NOW(),
		outcome: { answers: ["yes", "yes"] },
		note: "",
	};
	expect((await owner.call("addTestRun", { body })).status).toBe(202);
	const control = await readControl(owner, id);
	expect(control).toMatchObject({
		standing: "not-evaluated",
		why: expect.stringContaining("1 run waits for its review."),
	});
	const accepted = {
		evidenceId: control.tests[0]?.runs[0]?.evidenceId,
		decision: "accepted",
		reason: "",
		saidAt: NOW(),
	};
	expect((await consultant.call("decideEvidence", { body: accepted })).status).toBe(202);
	expect(await readControl(owner, id)).toMatchObject({
		standing: "covered",
		why: expect.stringMatching(/^1 piece of evidence counts now\. /),
	});
});

test("a test that is paused or whose control is retired takes no run, but one that was done before", async () => {
	const owner = await createOwner(server);
	const { id, tests } = await addControl(owner, [CHECKLIST]);
	const testId = tests[0]?.id ?? "";
	const before = NOW();
	const run = (saidAt: string) =>
		owner.call("addTestRun", {
			body: { id: randomUUID(), testId, saidAt, outcome: { answers: ["yes", "yes"] }, note: "" },
		});
	const closed = { status: 409, code: "changed_meanwhile" };
	const pause = (active: boolean) =>
		owner.call("changeControlTest", { params: { controlId: id, testId }, body: { active } });
	await pause(false);
	expect(await refusalOf(await run(NOW()))).toMatchObject(closed);
	expect((await run(before)).status).toBe(202);
	await pause(true);
	expect(await change(owner, id, { state: "retired", reason: "Sold." })).toBe(1);
	expect(await refusalOf(await run(NOW()))).toMatchObject(closed);
	expect((await run(before)).status).toBe(202);
});

test("accepted evidence covers a control until its last day, and is stale after it", async () => {
	const owner = await createOwner(server);
	const { id } = await addControl(owner);
	const add = async (expiresOn?: string) => {
		const body = evidenceBody([], { about: [{ type: "control", id }], ...(expiresOn && { expiresOn }) });
		expect((await owner.call("addEvidence", { body })).status).toBe(202);
		for (const decision of ["submitted", "accepted"]) {
			const decided = { evidenceId: body.id, decision, reason: "", saidAt: NOW() };
			expect((await owner.call("decideEvidence", { body: decided })).status).toBe(202);
		}
		return body.id;
	};
	const draft = evidenceBody([], { about: [{ type: "control", id }] });
	await owner.call("addEvidence", { body: draft });
	expect((await readControl(owner, id)).standing).toBe("not-evaluated");
	await add(day(-1));
	expect(await readControl(owner, id)).toMatchObject({ standing: "stale", evidence: 0 });
	await add(day(0));
	expect(await readControl(owner, id)).toMatchObject({ standing: "covered", evidence: 1 });
	const open = await add();
	expect((await readControl(owner, id)).why).toBe(
		"2 pieces of evidence count now, reviewed by their authors. No end date.",
	);
	await owner.call("decideEvidence", {
		body: { evidenceId: open, decision: "withdrawn", reason: "Of another.", saidAt: NOW() },
	});
	expect((await readControl(owner, id)).evidence).toBe(1);
});

test("controls are those of the client that is asked for, or of the workspace itself", async () => {
	const owner = await createOwner(server);
	const clientId = await addClient(server, owner.workspaceId, "Acme");
	const headers = { [CLIENT]: clientId };
	const own = await addControl(owner);
	const theirs = await addControl(owner, [], { headers });
	expect(theirs.clientId).toBe(clientId);
	expect((await listControls(owner)).map((one) => one.id)).toEqual([own.id]);
	const listed = await (await owner.call("listControls", { headers })).json();
	expect(listed.controls.map((one: { id: string }) => one.id)).toEqual([theirs.id]);
	expect((await owner.call("readControl", { params: { controlId: own.id }, headers })).status).toBe(404);
	const guest = await addMember(server, owner, "guest", { clientId });
	expect((await guest.call("readControl", { params: { controlId: own.id } })).status).toBe(404);
	expect((await guest.call("readControl", { params: { controlId: theirs.id } })).status).toBe(200);
});

test("the overview is of all clients, and says nothing before a framework is chosen", async () => {
	const owner = await createOwner(server);
	const clientId = await addClient(server, owner.workspaceId, "Acme");
	const { id, tests } = await addControl(owner, [CHECKLIST], { everyDays: 3 });
	const headers = { [CLIENT]: clientId };
	const theirs = await addControl(owner, [], { headers });
	expect(await overviewOf(owner)).toMatchObject({ begun: false, dueCount: 0 });
	await choose(owner);
	await choose(owner, clientId);
	const run = (answers: string[], note = "") =>
		say(owner, "addTestRun", { id: randomUUID(), testId: tests[0]?.id, saidAt: NOW(), outcome: { answers }, note });
	await run(["yes", "yes"]);
	expect(await overviewOf(owner)).toMatchObject({ changed: [], changedCount: 0 });
	await run(["no", "yes"], "Broken.");
	const overview = await overviewOf(owner);
	expect(overview.changedCount).toBe(1);
	expect(overview.changed).toMatchObject([{ controlId: id, what: "failed", reason: "1 of 2 answers is no." }]);
	expect(overview.changedCount).toBe(1);
	expect(overview.due.map(({ what, on }) => `${on} ${what}`).toSorted()).toEqual([`${day(3)} task`, `${day(3)} test`]);
	expect(overview.dueCount).toBe(2);
	expect(overview.auditor).toMatchObject({
		standings: { "evidence-against": 1, "not-evaluated": 1 },
		untested: 1,
		worst: [
			{ controlId: id, standing: "evidence-against" },
			{ controlId: theirs.id, clientId, standing: "not-evaluated" },
		],
	});
	const ofClient = complianceOverview.parse(await (await owner.call("complianceOverview", { headers })).json());
	expect(ofClient.auditor.worst.map((one) => one.controlId)).toEqual([theirs.id]);
	expect(overview.auditor.undecided).toBe(2 * ofClient.auditor.undecided);
	expect(ofClient.auditor.undecided).toBeGreaterThan(30);
	await run(["yes", "yes"]);
	expect((await overviewOf(owner)).changed.map(({ what }) => what)).toEqual(["passed", "failed"]);
});

test("the overview lists ten changes, and says how many there are", async () => {
	const owner = await createOwner(server);
	await choose(owner);
	for (let n = 0; n < 12; n += 1) {
		const { tests } = await addControl(owner, [CHECKLIST]);
		const body = { testId: tests[0]?.id, saidAt: NOW(), outcome: { answers: ["no", "yes"] }, note: "Broken." };
		await say(owner, "addTestRun", { id: randomUUID(), ...body });
	}
	const { changed, changedCount } = await overviewOf(owner);
	expect([changed.length, changedCount]).toEqual([10, 12]);
});
