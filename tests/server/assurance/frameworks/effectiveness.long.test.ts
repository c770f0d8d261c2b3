import { randomUUID } from "node:crypto";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { dayText } from "#contract/format/time.ts";
import type { Effectiveness } from "#contract/frameworks/effectiveness.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addControl, CHECKLIST, say } from "../../../support/server/controls.ts";
import {
	addedOn,
	fingerprintOf,
	storeFinding,
	storeRun,
	storeWord,
	testsFor,
} from "../../../support/server/framework-history.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const MARCH = { from: "2026-03-01", to: "2026-03-31" };

async function read(owner: TestMember, query = MARCH, headers = {}): Promise<Effectiveness> {
	const answer = await owner.call("readEffectiveness", { params: { frameworkId: "iso-27001" }, query, headers });
	expect(answer.status).toBe(200);
	return answer.json();
}
const fileOf = (owner: TestMember, format: string, query = MARCH) =>
	owner.call("readEffectivenessFile", { params: { frameworkId: "iso-27001", format }, query });

/** A workspace with a framework that was chosen long ago. */
async function createChosen(): Promise<TestMember> {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	await addedOn(pool, owner.workspaceId, "2025-01-01");
	return owner;
}

test("every finding of a window is in the population once, with its day and how it turned out", async () => {
	const owner = await createChosen();
	const id = owner.workspaceId;
	const [one, two, three, four, five] = [1, 2, 3, 4, 5].map(fingerprintOf) as [string, string, string, string, string];
	await storeFinding(pool, id, {
		fingerprint: one,
		firstSeen: "2026-03-02T10:00:00Z",
		fixed: "2026-03-05T10:00:00Z",
		title: "=1+1",
	});
	await storeFinding(pool, id, { fingerprint: two, firstSeen: "2026-01-01T10:00:00Z", host: "b.example" });
	await storeFinding(pool, id, { fingerprint: three, firstSeen: "2026-03-02T10:00:00Z" });
	await storeWord(pool, id, {
		fingerprint: three,
		state: "accepted",
		reason: "No customer\nuses it.",
		at: "2026-03-03T10:00:00Z",
	});
	await storeFinding(pool, id, { fingerprint: four, firstSeen: "2026-04-02T10:00:00Z" });
	await storeFinding(pool, id, { fingerprint: five, firstSeen: "2026-01-02T10:00:00Z", rule: "no-rule-of-ours" });
	const answer = await read(owner);
	expect(answer.population).toEqual({
		"fixed-in-time": 1,
		"fixed-late": 0,
		open: 0,
		overdue: 1,
		accepted: 1,
		"false-positive": 0,
	});
	expect(answer.firstScanAt).toBe("2026-01-01T10:00:00.000Z");
	const tests = await testsFor(pool, id, "missing-hsts");
	const codes = [...new Set(tests.map(({ code }) => code))];
	const against = answer.controls.filter(({ population }) => population.overdue > 0).map(({ code }) => code);
	expect(against).toEqual(codes);

	const file = await fileOf(owner, "csv");
	expect(file.headers.get("Content-Disposition")).toMatch(/effectiveness-iso-27001-.+-2026-03-01-2026-03-31\.csv/);
	const { data } = Papa.parse<Record<string, string>>((await file.text()).trimEnd(), { header: true });
	expect(data).toMatchObject([
		{
			fingerprint: one,
			title: "'=1+1",
			due: "2026-03-17",
			fixed: "2026-03-05T10:00:00.000Z",
			outcome: "fixed-in-time",
		},
		{ fingerprint: two, host: "b.example", due: "2026-01-16", fixed: "", outcome: "overdue", reason: "" },
		{ fingerprint: three, outcome: "accepted", reason: "No customer\nuses it.", controls: codes.join(" ") },
	]);
});

test("what was fixed before the window is not in it, unless it came back", async () => {
	const owner = await createChosen();
	const before = { firstSeen: "2026-01-01T10:00:00Z", fixed: "2026-02-10T10:00:00Z" };
	const back = { ...before, reopened: "2026-03-10T10:00:00Z" };
	const later = { ...before, fixed: "2026-03-01T00:00:00Z" };
	for (const [n, finding] of [before, back, later].entries()) {
		await storeFinding(pool, owner.workspaceId, { fingerprint: fingerprintOf(n), ...finding });
	}
	expect((await read(owner)).population).toMatchObject({ "fixed-late": 1, overdue: 1, "fixed-in-time": 0, open: 0 });
});

test("runs, periods, gaps and hosts of a test are those of the window", async () => {
	const owner = await createChosen();
	const [scan] = await testsFor(pool, owner.workspaceId, "missing-hsts");
	if (!scan) throw new Error("no scan test");
	await pool.query("UPDATE control_tests SET every_days = 10 WHERE id = $1", [scan.testId]);
	for (const [n, host] of ["a.example", "b.example"].entries()) {
		await storeFinding(pool, owner.workspaceId, {
			fingerprint: fingerprintOf(n),
			host,
			firstSeen: "2026-01-01T00:00:00Z",
		});
	}
	const runs = [
		["2026-02-28T23:59:59Z", "passed"],
		["2026-03-01T00:00:00Z", "passed"],
		["2026-03-10T23:59:59Z", "failed"],
		["2026-03-15T10:00:00Z", "incomplete"],
		["2026-03-31T23:59:59Z", "passed"],
		["2026-04-01T00:00:00Z", "failed"],
	] as const;
	for (const [at, result] of runs) await storeRun(pool, owner.workspaceId, { ...scan, at, result });
	const control = (await read(owner)).controls.find(({ controlId }) => controlId === scan.controlId);
	expect(control?.tests.find(({ testId }) => testId === scan.testId)).toEqual({
		testId: scan.testId,
		title: scan.title,
		kind: "scan",
		everyDays: 10,
		due: 3,
		ran: 1,
		passed: 2,
		failed: 1,
		incomplete: 1,
		gaps: [{ from: "2026-03-11", to: "2026-03-30" }],
		hosts: { all: 2, looked: 1, withGaps: 1 },
	});
	expect(control?.remarks).toContain(`“${scan.title}” has no result for 11 Mar 2026 to 30 Mar 2026.`);
	expect(control?.remarks).toContain(`“${scan.title}” has no result for 1 of 2 hosts: b.example.`);
	expect(control?.remarks).toContain(`“${scan.title}” has periods without a result on 1 of 2 hosts: a.example.`);
});

test("a period in which one of many hosts was looked at ran, and says that the others have gaps", async () => {
	const owner = await createChosen();
	const [scan] = await testsFor(pool, owner.workspaceId, "missing-hsts");
	if (!scan) throw new Error("no scan test");
	await pool.query("UPDATE control_tests SET every_days = 10, created_at = '2026-03-02T12:00:00Z' WHERE id = $1", [
		scan.testId,
	]);
	for (const n of [1, 2, 3, 4]) {
		await storeFinding(pool, owner.workspaceId, {
			fingerprint: fingerprintOf(n),
			host: `h${n}.example`,
			firstSeen: "2026-01-01T00:00:00Z",
		});
	}
	for (const [host, days] of [
		// Before it was added, and in an incomplete period: neither belongs to a period.
		["h1.example", [1, 2, 21]],
		["h2.example", [11, 21, 22, 31]],
		["gone.example", [12]],
	] as const) {
		for (const day of days) {
			const at = `2026-03-${String(day).padStart(2, "0")}T00:00:00Z`;
			await storeRun(pool, owner.workspaceId, { ...scan, at, result: "passed", host });
		}
	}
	const control = (await read(owner)).controls.find(({ controlId }) => controlId === scan.controlId);
	expect(control?.tests.find(({ testId }) => testId === scan.testId)).toMatchObject({
		due: 3,
		ran: 3,
		gaps: [],
		hosts: { all: 4, looked: 2, withGaps: 1 },
	});
	expect(control?.remarks.filter((remark) => /\bhosts?\b/.test(remark))).toEqual([
		`“${scan.title}” has no result for 2 of 4 hosts: h3.example and h4.example.`,
		`“${scan.title}” has periods without a result on 1 of 4 hosts: h1.example.`,
		`“${scan.title}” has results for 1 host that is not in its scope now: gone.example.`,
	]);
});

test("a person's run that passed has no result until its evidence is accepted", async () => {
	const owner = await createChosen();
	const contributor = await addMember(server, owner, "contributor");
	const { id, tests } = await addControl(owner, [CHECKLIST]);
	const link = { framework: "iso-27001", requirementId: "A.8.24", linked: true };
	expect((await owner.call("linkRequirement", { params: { controlId: id }, body: link })).status).toBe(200);
	const testId = tests[0]?.id ?? "";
	await pool.query("UPDATE control_tests SET created_at = '2026-01-01', every_days = 31 WHERE id = $1", [testId]);
	const run = {
		id: randomUUID(),
		testId,
		saidAt: "2026-03-10T10:00:00.000Z",
		note: "",
		outcome: { answers: ["yes", "yes"] },
	};
	expect(await say(contributor, "addTestRun", run)).toBe(1);
	const inWindow = async () =>
		(await read(owner)).controls.find(({ controlId }) => controlId === id)?.tests.find((one) => one.testId === testId);
	expect(await inWindow()).toMatchObject({ due: 1, ran: 0, passed: 0, incomplete: 1 });
	const { rows } = await pool.query("SELECT evidence_id AS id FROM test_runs WHERE test_id = $1", [testId]);
	const body = { evidenceId: rows[0].id, decision: "accepted", reason: "", saidAt: new Date().toISOString() };
	expect((await owner.call("decideEvidence", { body })).status).toBe(202);
	expect(await inWindow()).toMatchObject({ due: 1, ran: 1, passed: 1, incomplete: 0 });
});

test("what an auditor has to know is said: no scan yet, late tests, wrong clocks, paused and missing tests", async () => {
	const owner = await createChosen();
	const [scan] = await testsFor(pool, owner.workspaceId, "missing-hsts");
	if (!scan) throw new Error("no scan test");
	const remarksOf = async (query = MARCH) =>
		(await read(owner, query)).controls.find(({ controlId }) => controlId === scan.controlId)?.remarks ?? [];
	expect(await remarksOf()).toContain("No scan of this client has ended yet.");
	await storeFinding(pool, owner.workspaceId, { fingerprint: fingerprintOf(1), firstSeen: "2026-03-05T00:00:00Z" });
	expect(await remarksOf()).toContain("The window begins before the first scan, on 5 Mar 2026.");
	expect(await remarksOf({ from: "2026-01-01", to: "2026-02-01" })).toContain(
		"The window ends before the first scan, on 5 Mar 2026.",
	);
	await pool.query("UPDATE control_tests SET created_at = '2026-03-20', active = false WHERE id = $1", [scan.testId]);
	await storeRun(pool, owner.workspaceId, { ...scan, at: "2026-03-10T00:00:00Z", result: "passed" });
	const remarks = await remarksOf();
	expect(remarks).toContain(`“${scan.title}” was added on 20 Mar 2026; it is due from then on.`);
	expect(remarks).toContain(`“${scan.title}” is paused now.`);
	expect(remarks).toContain(`1 run of “${scan.title}” is dated before it was added: a clock was wrong.`);
	await pool.query("UPDATE control_tests SET active = false WHERE workspace_id = $1 AND control_id = $2", [
		owner.workspaceId,
		scan.controlId,
	]);
	const { untested } = await read(owner);
	expect(untested.map(({ controlId }) => controlId)).toEqual([scan.controlId]);
});

test("a retired control and another client’s findings are not in it", async () => {
	const owner = await createChosen();
	const client = await addClient(server, owner.workspaceId, "Acme");
	const headers = { "Plumbline-Client": client };
	await choose(owner, "iso-27001", true, headers);
	await pool.query("INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'acme.example', $2)", [
		owner.workspaceId,
		client,
	]);
	await storeFinding(pool, owner.workspaceId, { fingerprint: fingerprintOf(1), firstSeen: "2026-03-01T00:00:00Z" });
	await storeFinding(pool, owner.workspaceId, {
		fingerprint: fingerprintOf(2),
		firstSeen: "2026-03-02T00:00:00Z",
		host: "acme.example",
		fixed: "2026-03-03T00:00:00Z",
	});
	expect((await read(owner)).population).toMatchObject({ overdue: 1, "fixed-in-time": 0 });
	expect((await read(owner, MARCH, headers)).population).toMatchObject({ overdue: 0, "fixed-in-time": 1 });
	const retire = (at: string) =>
		pool.query(
			"UPDATE controls SET state = 'retired', reason = 'x', said = jsonb_build_object('state', $2::text) WHERE client_id = $1",
			[owner.workspaceId, at],
		);
	await retire("2026-02-28T23:59:59.000Z");
	const retired = await read(owner);
	expect(retired.controls).toEqual([]);
	expect(retired.population.overdue).toBe(0);
	await retire("2026-03-01T00:00:00.000Z");
	expect((await read(owner)).population.overdue).toBe(1);
});

test("a control that was retired since is in the window, due until that day, and it says so", async () => {
	const owner = await createChosen();
	const [scan] = await testsFor(pool, owner.workspaceId, "missing-hsts");
	if (!scan) throw new Error("no scan test");
	await pool.query("UPDATE control_tests SET every_days = 10 WHERE id = $1", [scan.testId]);
	const saidAt = new Date().toISOString();
	const change = { state: "retired", reason: "Sold." };
	expect(await say(owner, "changeControl", { controlId: scan.controlId, change, saidAt })).toBe(1);
	const controlOf = async () => (await read(owner)).controls.find(({ controlId }) => controlId === scan.controlId);
	const before = await controlOf();
	expect(before?.remarks).toContain(`This control was retired on ${dayText(saidAt, "utc")}.`);
	expect(before?.tests.find(({ testId }) => testId === scan.testId)?.due).toBe(3);
	await pool.query(`UPDATE controls SET said = '{"state": "2026-03-15T10:00:00.000Z"}' WHERE id = $1`, [
		scan.controlId,
	]);
	expect((await controlOf())?.tests.find(({ testId }) => testId === scan.testId)?.due).toBe(1);
});

test("a test that was changed since the window began says so; what is only called otherwise was not", async () => {
	const owner = await createChosen();
	const [scan] = await testsFor(pool, owner.workspaceId, "missing-hsts");
	if (!scan) throw new Error("no scan test");
	const params = { controlId: scan.controlId, testId: scan.testId };
	const remarksOf = async (query = MARCH) =>
		(await read(owner, query)).controls.find(({ controlId }) => controlId === scan.controlId)?.remarks ?? [];
	const today = new Date().toISOString();
	const changed = `“Other” was changed on ${dayText(today, "utc")}: its cadence, hosts and classes are those of now.`;
	const patch = async (body: object) =>
		expect((await owner.call("changeControlTest", { params, body })).status).toBe(200);
	await patch({ title: "Other" });
	expect(await remarksOf()).not.toContain(changed);
	await patch({ everyDays: 3 });
	expect(await remarksOf()).toContain(changed);
	await pool.query("UPDATE control_tests SET changed_at = '2026-02-28' WHERE id = $1", [scan.testId]);
	expect((await remarksOf()).filter((remark) => remark.includes("was changed"))).toEqual([]);
});

test("a window is two days in order", async () => {
	const owner = await createOwner(server);
	for (const query of [
		{ from: "2026-03-02", to: "2026-03-01" },
		{ from: "2026-02-30", to: "2026-03-01" },
		{ from: "", to: "2026-03-01" },
	]) {
		const answer = await owner.call("readEffectiveness", { params: { frameworkId: "iso-27001" }, query });
		expect(await refusalOf(answer)).toMatchObject({ status: 400, code: "invalid_body" });
	}
	const pdf = await fileOf(owner, "pdf");
	expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
	expect((await pdf.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
});

test("a population of thousands is read by its index, batch by batch", async () => {
	const owner = await createChosen();
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
		   first_seen_at, last_seen_at, seen_from)
		 SELECT $1, lpad(to_hex(n), 64, '0'), '{}', 'low', 'baseline', 'hsts-missing', 'Many', '', 'a.example', 'a.example', 'a',
		   gen_random_uuid(), '2026-03-01', '2026-03-01', '2026-03-01' FROM generate_series(1, 3500) AS n`,
		[owner.workspaceId],
	);
	expect((await read(owner)).population.open).toBe(3_500);
	const lines = (await (await fileOf(owner, "csv")).text()).trimEnd().split("\r\n");
	expect(new Set(lines.map((line) => line.slice(0, 64))).size).toBe(3_501);
});
