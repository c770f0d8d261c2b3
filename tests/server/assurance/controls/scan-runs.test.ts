import { expect, test } from "vitest";
import { scanReport } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import { inTransaction } from "#server/platform/db/pool.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { addControl, listTasks, readControl, say, scanSpec, TLS_PARTS } from "../../../support/server/controls.ts";
import { evidenceBody } from "../../../support/server/evidence.ts";
import { follows } from "../../../support/server/follows.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool, owner: tables } = server.database;

const OLD = findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity: "high" });
const WEAK = findingOf({ engine: "sslyze", rule: "tls-weak-cipher", severity: "low" });
const parts = TLS_PARTS;
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const evidenceOf = async (finder: { accountId: string }) =>
	(
		await pool.query(
			`SELECT id, kind, method, state, title, taken_by, record, encode(record_sha256, 'hex') AS sha256, expires_on::text,
			   effective_from::text, effective_to::text, encode(sha256(convert_to(record::text, 'UTF8')), 'hex') AS other
			 FROM evidence WHERE workspace_id = $1 ORDER BY received_at, id`,
			[finder.accountId],
		)
	).rows;
const runsOf = async (finder: { accountId: string }) =>
	(
		await pool.query(
			"SELECT test_id, scan_id, host, result, reason, at, evidence_id FROM test_runs WHERE workspace_id = $1 ORDER BY at, id",
			[finder.accountId],
		)
	).rows;
const newestOf = async (finder: { accountId: string }) =>
	(
		await pool.query(
			"SELECT host, result, at, complete_at, complete_until::text FROM newest_runs WHERE workspace_id = $1 ORDER BY host",
			[finder.accountId],
		)
	).rows;

test("a finished scan is a run of each test that it fits, with one piece of evidence and a task", async () => {
	const finder = await createFinder(server);
	const control = await addControl(finder, [scanSpec(["old-protocols", "weak-ciphers"])], { everyDays: 7 });
	const other = await addControl(finder, [scanSpec(["old-protocols"])], { everyDays: 30 });
	const [off, elsewhere, unfit] = [
		await addControl(finder, [scanSpec()]),
		await addControl(finder, [scanSpec(["old-protocols"], ["other.example.com"])]),
		await addControl(finder, [scanSpec(["exposed-databases"])]),
	];
	await pool.query("UPDATE controls SET state = 'retired' WHERE id = $1", [off.id]);
	const scanId = await finder.scan([OLD, WEAK], { parts });

	const runs = await runsOf(finder);
	expect(runs.map((run) => run.test_id).sort()).toEqual([control.tests[0]?.id, other.tests[0]?.id].sort());
	expect(runs.every((run) => run.scan_id === scanId && run.host === "example.com" && run.result === "failed")).toBe(
		true,
	);
	const [piece, ...more] = await evidenceOf(finder);
	expect(more).toEqual([]);
	expect(piece).toMatchObject({
		kind: "scan",
		method: "automatic",
		state: "accepted",
		title: "SSLyze scan of example.com:443",
		taken_by: finder.accountId,
		effective_to: day(0),
		expires_on: day(30),
	});
	expect(runs.every((run) => run.evidence_id === piece.id)).toBe(true);
	expect(piece.record.scan).toMatchObject({ id: scanId, kind: "sslyze", host: "example.com", coverage: "full", parts });
	expect(
		piece.record.scan.findings.map(({ rule, state, seen }: Record<string, unknown>) => [rule, state, seen]),
	).toEqual([
		["tls-old-protocol", "open", true],
		["tls-weak-cipher", "open", true],
	]);
	const detail = await (await finder.call("readEvidence", { params: { evidenceId: piece.id } })).json();
	expect(detail.recordSha256).toBe(piece.sha256);
	expect(detail.custody.map(({ what }: { what: string }) => what)).toEqual(["recorded"]);
	expect(detail.about.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual(
		[`asset example.com`, `control ${control.id}`, `control ${other.id}`, `scan ${scanId}`].sort(),
	);

	const { tasks } = await listTasks(finder);
	expect(tasks.map(({ title, due, state, findings }) => [title, due, state, findings])).toEqual([
		["Old protocol versions", day(15), "open", 1],
		["Weak ciphers or no forward secrecy", day(90), "open", 1],
	]);
	expect(tasks[0]?.controls.map(({ controlId }) => controlId).sort()).toEqual([control.id, other.id].sort());
	const stands = await readControl(finder, control.id);
	expect(stands).toMatchObject({ standing: "evidence-against", findings: 2, openTasks: 2, evidence: 1 });
	expect(stands.why).toBe("2 findings against it (1 high).");
	expect(stands.against.map(({ class: one, findings, high }) => [one, findings, high])).toEqual([
		["old-protocols", 1, 1],
		["weak-ciphers", 1, 0],
	]);
	for (const { id } of [elsewhere, unfit]) expect((await readControl(finder, id)).tests[0]?.runs).toEqual([]);
});

test("a scan that saw nothing passes, one with a gap is incomplete, and one that failed does so whatever is left out", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	const gap = {
		part: "tls_1_0_cipher_suites-443",
		label: "TLS 1.0",
		status: "not-evaluated",
		reason: "It timed out",
	} as const;
	await finder.scan([], { parts: [...parts, gap], coverage: "partial" });
	expect((await runsOf(finder)).at(-1)).toMatchObject({
		result: "incomplete",
		reason: "Not evaluated: TLS 1.0. It timed out.",
	});
	expect((await readControl(finder, id)).standing).toBe("not-evaluated");
	await finder.scan([], { parts });
	expect((await runsOf(finder)).at(-1)).toMatchObject({ result: "passed", reason: "No open findings." });
	expect(await readControl(finder, id)).toMatchObject({
		standing: "none-seen",
		why: expect.stringMatching(/^Scans of 1 host found nothing\. Valid until /),
		nextDue: day(7),
	});
	await finder.scan([], { parts: [...parts, gap], coverage: "partial" });
	const [newest] = await newestOf(finder);
	expect(newest.result).toBe("incomplete");
	expect(newest.complete_at < newest.at).toBe(true);
	expect((await readControl(finder, id)).standing).toBe("none-seen");
	await finder.scan([OLD], { parts: [...parts, gap], coverage: "partial" });
	expect((await runsOf(finder)).at(-1)).toMatchObject({ result: "failed", reason: "1 open finding." });
});

test("accepted risks fail nothing and are named; they still speak against the control", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	await finder.scan([OLD], { parts });
	expect(await finder.say(OLD, { state: "accepted", reason: "Until the move." })).toBe(1);
	await finder.scan([OLD], { parts });
	expect((await runsOf(finder)).at(-1)).toMatchObject({
		result: "passed",
		reason: "No open findings. 1 finding is an accepted risk.",
	});
	expect(await readControl(finder, id)).toMatchObject({ standing: "evidence-against", findings: 1 });
	const { tasks } = await listTasks(finder);
	expect(tasks).toMatchObject([{ state: "review", findings: 0 }]);
});

test("a finding that is dismissed changes the standing without another scan", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	await finder.scan([OLD], { parts });
	expect((await readControl(finder, id)).standing).toBe("evidence-against");
	expect(await finder.say(OLD, { state: "false-positive", reason: "A honeypot." })).toBe(1);
	expect(await readControl(finder, id)).toMatchObject({
		standing: "none-seen",
		why: expect.stringMatching(
			/^The newest complete scan of 1 host failed; what it found has since been dismissed or gone\. Valid until /,
		),
	});
});

test("what only a person says is fixed is not said to be unseen, until a scan passes", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	await finder.scan([], { parts, target: "other.example.com:443" });
	await finder.scan([OLD], { parts });
	expect(await finder.say(OLD, { state: "fixed" })).toBe(1);
	const SAID =
		"The newest complete scan of 1 host failed; a person has since said that it is fixed, and no scan has confirmed it.";
	expect(await readControl(finder, id)).toMatchObject({ standing: "not-evaluated", findings: 0, why: SAID });
	const shown = evidenceBody([], { about: [{ type: "control", id }] });
	expect((await finder.call("addEvidence", { body: shown })).status).toBe(202);
	for (const decision of ["submitted", "accepted"]) {
		const body = { evidenceId: shown.id, decision, reason: "", saidAt: new Date().toISOString() };
		expect((await finder.call("decideEvidence", { body })).status).toBe(202);
	}
	expect(await readControl(finder, id)).toMatchObject({
		standing: "covered",
		why: `1 piece of evidence counts now, reviewed by its author. No end date. ${SAID}`,
	});
	await finder.scan([], { parts });
	expect(await readControl(finder, id)).toMatchObject({
		standing: "none-seen",
		why: expect.stringMatching(/^Scans of 2 hosts found nothing\. Valid until /),
	});
});

test("a scan that is taken over twice is one run", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	const scanId = await finder.scan([OLD], { parts });
	const { rows } = await pool.query("SELECT report FROM scan_reports WHERE scan_id = $1", [scanId]);
	const before = [await runsOf(finder), await evidenceOf(finder), await newestOf(finder), await listTasks(finder)];
	const again = () =>
		inTransaction(pool, (client) => follows.mergeFindings(client, scanId, scanReport.parse(rows[0].report)));
	await again();
	// Even if nothing else remembered it.
	await pool.query("UPDATE scans SET taken_over_at = NULL WHERE id = $1", [scanId]);
	await pool.query("DELETE FROM finding_sightings WHERE scan_id = $1", [scanId]);
	await again();
	expect([await runsOf(finder), await evidenceOf(finder), await newestOf(finder), await listTasks(finder)]).toEqual(
		before,
	);
});

/** As if a scan had not been taken over yet: none of its effects are there, and `newest` is the newest. Returns its report. */
async function forget(finder: { accountId: string }, scanId: ScanId, newest: ScanId): Promise<unknown> {
	await tables.query("ALTER TABLE test_runs DISABLE TRIGGER runs_stay");
	await tables.query("DELETE FROM test_runs WHERE scan_id = $1", [scanId]);
	await tables.query("ALTER TABLE test_runs ENABLE TRIGGER runs_stay");
	await pool.query(
		`UPDATE newest_runs SET (run_id, at, result, complete_at, complete_until, complete_result) =
		   (SELECT id, at, result, at, expires_on, result FROM test_runs WHERE scan_id = $2) WHERE workspace_id = $1`,
		[finder.accountId, newest],
	);
	for (const table of ["finding_changes", "finding_sightings"]) {
		await pool.query(`DELETE FROM ${table} WHERE scan_id = $1`, [scanId]);
	}
	await pool.query("UPDATE scans SET taken_over_at = NULL WHERE id = $1", [scanId]);
	const { rows } = await pool.query("SELECT report FROM scan_reports WHERE scan_id = $1", [scanId]);
	return rows[0].report;
}

test("an older scan that is taken over late is a run of its time, and moves neither standing nor tasks", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	const newer = await finder.scan([], { parts });
	const older = await finder.scan([OLD], { parts });
	const early = new Date(Date.now() - 3 * 86_400_000).toISOString();
	const report = { ...((await forget(finder, older, newer)) as object), startedAt: early, finishedAt: early };
	await pool.query("DELETE FROM findings WHERE account_id = $1", [finder.accountId]);
	await pool.query("DELETE FROM tasks WHERE workspace_id = $1", [finder.accountId]);
	const [newest] = await newestOf(finder);
	await inTransaction(pool, (client) => follows.mergeFindings(client, older, scanReport.parse(report)));
	expect((await runsOf(finder)).map(({ scan_id, result }) => [scan_id, result])).toEqual([
		[older, "failed"],
		[newer, "passed"],
	]);
	expect(await newestOf(finder)).toEqual([newest]);
	expect((await listTasks(finder)).tasks).toEqual([]);
	expect((await readControl(finder, id)).tests[0]?.runs[0]?.scanId).toBe(newer);
});

test("what an older scan saw was there, although a newer one that came before it no longer saw it", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	await finder.scan([OLD], { parts });
	const newer = await finder.scan([], { parts });
	const between = await finder.scan([], { parts });
	const [first] = await runsOf(finder);
	const at = new Date(first.at.getTime() + 1).toISOString();
	const report = {
		...((await forget(finder, between, newer)) as object),
		startedAt: at,
		finishedAt: at,
		findings: [OLD],
	};
	await inTransaction(pool, (client) => follows.mergeFindings(client, between, scanReport.parse(report)));
	const runs = await runsOf(finder);
	expect(runs.map(({ scan_id, result }) => [scan_id, result])).toEqual([
		[first.scan_id, "failed"],
		[between, "failed"],
		[newer, "passed"],
	]);
	expect((await finder.list({ state: "fixed" })).total).toBe(1);
	expect((await listTasks(finder)).tasks).toMatchObject([{ state: "review", findings: 0 }]);
});

test("a scan that is deleted leaves its runs, and evidence with what it saw", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	const scanId = await finder.scan([OLD], { parts });
	const before = [await runsOf(finder), await evidenceOf(finder)];
	expect((await finder.call("deleteScan", { params: { scanId } })).status).toBe(204);
	expect([await runsOf(finder), await evidenceOf(finder)]).toEqual(before);
	expect((await readControl(finder, id)).tests[0]?.runs[0]).toMatchObject({ scanId: null, result: "failed" });
});

test("a run whose evidence is deleted stays in the history and no longer counts; the one before it does again", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	await finder.scan([], { parts });
	const scanId = await finder.scan([], { parts });
	const [older, newer] = await evidenceOf(finder);
	expect(await readControl(finder, id)).toMatchObject({ standing: "none-seen" });
	expect((await finder.call("deleteScan", { params: { scanId } })).status).toBe(204);
	const drop = async (evidenceId: string) =>
		expect((await finder.call("deleteEvidence", { params: { evidenceId } })).status).toBe(204);
	await drop(newer.id);
	const control = await readControl(finder, id);
	expect(control).toMatchObject({ standing: "none-seen" });
	expect(control.tests[0]?.runs).toMatchObject([
		{ result: "passed", scanId: null, evidenceId: null, evidenceDeleted: true },
		{ result: "passed", evidenceId: older.id, evidenceDeleted: false },
	]);
	await drop(older.id);
	expect(await readControl(finder, id)).toMatchObject({ standing: "not-evaluated" });
	expect((await readControl(finder, id)).tests[0]?.runs).toHaveLength(2);
	await finder.scan([], { parts });
	expect(await readControl(finder, id)).toMatchObject({ standing: "none-seen" });
});

test("a task opens again when a scan after it was done sees its finding, and waits for review when it is gone", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	await finder.scan([OLD], { parts });
	const [task] = (await listTasks(finder)).tasks;
	const taskId = task?.id;
	const said = (state: string, outcome = "") =>
		say(finder, "changeTask", { taskId, change: { state, outcome }, saidAt: new Date().toISOString() });
	expect(await said("done", "Switched off.")).toBe(1);
	expect((await listTasks(finder)).tasks).toEqual([]);
	await finder.scan([OLD], { parts });
	expect((await listTasks(finder)).tasks).toMatchObject([
		{ id: taskId, state: "open", outcome: "", reopenedAt: expect.any(String) },
	]);
	await finder.scan([], { parts });
	expect((await listTasks(finder)).tasks).toMatchObject([{ id: taskId, state: "review", findings: 0 }]);
	expect(await said("done")).toBe(1);
	await finder.scan([OLD], { parts });
	expect((await listTasks(finder)).tasks).toMatchObject([{ state: "open" }]);
	expect(await said("dropped", "We live with it.")).toBe(1);
	await finder.scan([OLD], { parts });
	expect((await listTasks(finder)).tasks).toEqual([]);
	const SAME = findingOf({ engine: "sslyze", rule: "tls-ssl-offered", severity: "high" });
	await finder.scan([OLD, SAME], { parts });
	expect((await listTasks(finder)).tasks).toMatchObject([{ id: taskId, state: "open", findings: 2 }]);
});

test("runs, evidence and tasks are in the transaction of the findings: none is there without the others", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec()]);
	const scanId = (await finder.scan([], { parts })) as ScanId;
	const { rows } = await pool.query("SELECT report FROM scan_reports WHERE scan_id = $1", [scanId]);
	await pool.query("UPDATE scans SET taken_over_at = NULL WHERE id = $1", [scanId]);
	// Without its report, the control that is added now does not count it yet.
	await pool.query("DELETE FROM scan_reports WHERE scan_id = $1", [scanId]);
	await addControl(finder, [scanSpec()]);
	const report = scanReport.parse({ ...rows[0].report, findings: [OLD] });
	const before = [await runsOf(finder), await evidenceOf(finder)];
	await expect(
		inTransaction(pool, async (client) => {
			await follows.mergeFindings(client, scanId, report);
			throw new Error("the machine stopped");
		}),
	).rejects.toThrow("the machine stopped");
	expect([await runsOf(finder), await evidenceOf(finder)]).toEqual(before);
	expect(await finder.list()).toMatchObject({ total: 0 });
	await inTransaction(pool, (client) => follows.mergeFindings(client, scanId, report));
	expect(await runsOf(finder)).toHaveLength(2);
	expect((await readControl(finder, id)).findings).toBe(1);
});

test("a test passes once scans of different kinds have looked for each of its classes, and for as long as the first of them counts", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec(["tls-faults", "plain-pages"])], { everyDays: 7 });
	const evaluated = (...names: string[]) => names.map((part) => ({ part, label: part, status: "evaluated" as const }));
	const tls = evaluated("heartbleed", "robot", "openssl_ccs_injection", "session_renegotiation");
	const first = await finder.scan([], { parts: tls });
	expect(await newestOf(finder)).toMatchObject([{ result: "incomplete", complete_at: null }]);
	expect(await readControl(finder, id)).toMatchObject({ standing: "not-evaluated" });

	const { rows } = await pool.query<{ report: object }>("SELECT report FROM scan_reports WHERE scan_id = $1", [first]);
	const { rows: made } = await pool.query<{ id: ScanId }>(
		`INSERT INTO scans (id, owner, kind, target, request, host, status, coverage, finished_at, attempts, asked_by)
		 VALUES (gen_random_uuid(), $1::uuid::text, 'combined', 'example.com', '{"target": "example.com"}', 'example.com', 'completed', 'full',
		   now(), 1, $1) RETURNING id`,
		[finder.accountId],
	);
	const report = scanReport.parse({
		...rows[0]?.report,
		target: "example.com",
		parts: evaluated("redirects", "headers"),
	});
	const combined = made[0]?.id as ScanId;
	await inTransaction(pool, (client) => follows.mergeFindings(client, combined, report));
	expect((await runsOf(finder)).map(({ result, reason }) => [result, reason]).toSorted()).toEqual([
		["incomplete", "No open findings so far. This kind of scan does not look for: Pages without encryption."],
		["passed", "No open findings. Other scans of this host looked for: Known faults of TLS software."],
	]);
	expect(await newestOf(finder)).toMatchObject([{ result: "passed", complete_until: expect.any(String) }]);
	expect(await readControl(finder, id)).toMatchObject({ standing: "none-seen" });
});

test("a run of a test that is no longer about its host does not keep the control from being looked at", async () => {
	const finder = await createFinder(server);
	const { id, tests } = await addControl(finder, [scanSpec(["old-protocols"]), scanSpec(["weak-ciphers"])]);
	for (const target of ["a.example.com:443", "b.example.com:443"]) await finder.scan([], { parts, target });
	expect(await readControl(finder, id)).toMatchObject({ standing: "none-seen" });
	const params = { controlId: id, testId: tests[1]?.id ?? "" };
	const body = { spec: scanSpec(["weak-ciphers"], ["a.example.com"]) };
	expect((await finder.call("changeControlTest", { params, body })).status).toBe(200);
	expect(await readControl(finder, id)).toMatchObject({ standing: "none-seen" });
});
