import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ScanDetail, scanDetail } from "#contract/findings/findings.ts";
import { TIMINGS } from "#server/platform/settings/timings.ts";
import { COMPLETED, nextRun } from "../../../support/engines/fake-engine.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

// All of them scan one host, which is not what they test.
const server = await startTestServer({ env: { SCANS_PER_TARGET: "16", SCANS_PER_ACCOUNT: "16" } });
const { pool } = server.database;
const { engines } = server;
const ada = await createAccount(server);
const call = apiClient(server.url, asAccount(ada));
const SSLYZE = { target: "example.com:443" };
const SENT = [{ at: "2026-01-01T00:00:00.000Z", what: "TLS handshake", address: "93.184.215.14", outcome: "ok" }];

const start = async (as = call): Promise<string> =>
	(await (await as("startSslyzeScan", { body: SSLYZE })).json()).receipt.scanId;
const detail = async (scanId: string): Promise<ScanDetail> =>
	scanDetail.parse(await (await call("readScan", { params: { scanId } })).json());
const whenIn = (scanId: string, status: string) =>
	until(async () => {
		const found = await detail(scanId);
		return found.scan.status === status && found;
	}, `the scan is ${status}`);
const events = ({ timeline }: ScanDetail) => timeline.map(({ what, text }) => (text ? `${what}: ${text}` : what));
const isMailed = async (scanId: string) =>
	((await pool.query("SELECT 1 FROM pgboss.job WHERE name = 'mail' AND data ->> 'scanId' = $1", [scanId])).rowCount ??
		0) > 0;

describe("a scan's detail", () => {
	test("has its fields, its steps as they came, its findings in numbers and its tool's output", async () => {
		engines.sslyze.hold = true;
		const started = nextRun(engines.sslyze);
		const scanId = await start();
		await whenIn(scanId, "running");
		const { context, end } = await started();
		context.onProgress(10, "Handshake");
		context.onProgress(60, "Certificate");
		context.onProgress(70, "Certificate");
		const running = await until(async () => {
			const found = await detail(scanId);
			// The scan and its timeline are read one after another: a step can come in between.
			return found.scan.progress === 70 && found.timeline.length === 4 && found;
		}, "both steps arrive while it runs");
		expect(running.scan).toMatchObject({ status: "running", step: "Certificate", finishedAt: null });
		end({
			...COMPLETED,
			status: "completed",
			coverage: "full",
			findings: [],
			sent: SENT,
			raw: [{ name: "sslyze.json", mediaType: "application/json", content: Buffer.from("{}") }],
		});
		const done = await whenIn(scanId, "completed");
		expect(events(done)).toEqual(["accepted", "started", "step: Handshake", "step: Certificate", "completed"]);
		expect(done).toMatchObject({
			request: SSLYZE,
			sent: SENT,
			raw: [{ name: "sslyze.json", mediaType: "application/json", bytes: 2 }],
			scan: { progress: 100, step: "", worst: "none", findings: { high: 0, medium: 0, low: 0, none: 0 } },
		});
		engines.sslyze.hold = false;
	});

	test("keeps what was sent and written by a scan that failed", async () => {
		engines.sslyze.hold = true;
		const started = nextRun(engines.sslyze);
		const scanId = await start();
		await whenIn(scanId, "running");
		const raw = [{ name: "log.txt", mediaType: "text/plain", content: Buffer.from("x") }];
		(await started()).end({
			status: "failed",
			reason: { code: "unreachable", message: "Nobody answers." },
			parts: [],
			sent: SENT,
			raw,
		});
		const failed = await whenIn(scanId, "failed");
		expect(failed).toMatchObject({ sent: SENT, report: null, scan: { failure: { code: "unreachable" }, worst: null } });
		expect(failed.raw).toHaveLength(1);
		engines.sslyze.hold = false;
	});

	test("has a timeline that ends at two hundred lines however many steps a tool tells", async () => {
		engines.sslyze.hold = true;
		const started = nextRun(engines.sslyze);
		const scanId = await start();
		await whenIn(scanId, "running");
		const { context, end } = await started();
		for (let step = 0; step < 500; step++) context.onProgress(50, `Step ${step} \u0000 ${"x".repeat(500)}`);
		end(COMPLETED);
		const done = await whenIn(scanId, "completed");
		expect(done.timeline).toHaveLength(201);
		expect(done.timeline.at(-1)?.what).toBe("completed");
		engines.sslyze.hold = false;
	});

	test("answers 304 to a client that has it already, and in full when it has changed", async () => {
		const scanId = await start();
		await whenIn(scanId, "completed");
		const first = await call("readScan", { params: { scanId } });
		const tag = first.headers.get("ETag") ?? "";
		expect(tag).toMatch(/^W\/"/);
		const again = await call("readScan", { params: { scanId }, headers: { "If-None-Match": tag } });
		expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: "" });
		await pool.query("UPDATE scans SET target = 'changed' WHERE id = $1", [scanId]);
		expect((await call("readScan", { params: { scanId }, headers: { "If-None-Match": tag } })).status).toBe(200);
	});

	test("gives a tool's output as a file that no browser runs", async () => {
		const scanId = await start();
		await whenIn(scanId, "completed");
		const evil = "<script>alert(1)</script>";
		await pool.query(
			"INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, 'a\"b.html', 'text/html', $2)",
			[scanId, evil],
		);
		const response = await call("readScanRaw", { params: { scanId, name: 'a"b.html' } });
		expect(await response.text()).toBe(evil);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "application/octet-stream",
			"content-disposition": 'attachment; filename="a_b.html"',
			"content-security-policy": "sandbox; default-src 'none'",
			"x-content-type-options": "nosniff",
			"cache-control": "no-store",
		});
	});
});

describe("cancelling", () => {
	test("stops a running scan within a second, keeps its timeline, and sends no email", async () => {
		engines.combined.hold = true;
		const started = nextRun(engines.combined);
		const body = { target: "example.com", email: ada.email };
		const { scanId } = (await (await call("startCombinedScan", { body })).json()).receipt;
		await whenIn(scanId, "running");
		const { context } = await started();
		expect((await call("cancelScan", { params: { scanId } })).status).toBe(202);
		const failed = await whenIn(scanId, "failed");
		expect(context.signal.aborted).toBe(true);
		expect(failed.scan.failure).toMatchObject({ code: "cancelled" });
		expect(events(failed)).toEqual(["accepted", "started", "cancelled"]);
		expect(await isMailed(scanId)).toBe(false);
		engines.combined.hold = false;
	});

	test("keeps what an engine that ends in order had sent and written by then", async () => {
		engines.sslyze.hold = true;
		const raw = [{ name: "log.txt", mediaType: "text/plain", content: Buffer.from("x") }];
		engines.sslyze.stopped = { ...COMPLETED, status: "completed", coverage: "partial", findings: [], sent: SENT, raw };
		const scanId = await start();
		await whenIn(scanId, "running");
		await call("cancelScan", { params: { scanId } });
		const failed = await whenIn(scanId, "failed");
		expect(failed).toMatchObject({ sent: SENT, report: null, scan: { failure: { code: "cancelled" } } });
		expect(failed.raw).toHaveLength(1);
		engines.sslyze.stopped = undefined;
		engines.sslyze.hold = false;
	});

	test("ends a waiting scan at once, and it is never begun", async () => {
		const api = await startTestServer({ env: { ROLE: "api" } });
		const account = await createAccount(api);
		const as = apiClient(api.url, asAccount(account));
		const { scanId } = (
			await (await as("startCombinedScan", { body: { target: "example.com", email: account.email } })).json()
		).receipt;
		expect((await as("cancelScan", { params: { scanId } })).status).toBe(202);
		const { scan } = await (await as("readScan", { params: { scanId } })).json();
		expect(scan).toMatchObject({ status: "failed", failure: { code: "cancelled" }, startedAt: null, progress: 100 });
		const worker = await startTestServer({ database: api.database, env: { ROLE: "worker" } });
		await until(async () => {
			const { rows } = await api.database.pool.query("SELECT state FROM pgboss.job WHERE name = 'scan'");
			return rows[0]?.state === "completed";
		}, "its job ends");
		expect(worker.engine.runs).toHaveLength(0);
	});

	test("a scan that has ended is 409, and one that is not there 404", async () => {
		const scanId = await start();
		await whenIn(scanId, "completed");
		expect(await refusalOf(await call("cancelScan", { params: { scanId } }))).toMatchObject({
			status: 409,
			code: "already_finished",
		});
		expect((await call("cancelScan", { params: { scanId: randomUUID() } })).status).toBe(404);
	});

	test("reaches a worker of another process within a second, long before its next heartbeat", async () => {
		const api = await startTestServer({ env: { ROLE: "api" } });
		const worker = await startTestServer({
			database: api.database,
			env: { ROLE: "worker" },
			// Its next heartbeat comes after the test has ended: the message stops the scan, and that arrives immediately.
			parts: { timings: { ...TIMINGS, heartbeatMs: 3_600_000 } },
		});
		worker.engine.hold = true;
		const account = await createAccount(api);
		const as = apiClient(api.url, asAccount(account));
		const { scanId } = (
			await (await as("startCombinedScan", { body: { target: "example.com", email: account.email } })).json()
		).receipt;
		const run = await until(async () => worker.engine.runs[0], "it runs there");
		await as("cancelScan", { params: { scanId } });
		await until(async () => run.context.signal.aborted, "it is stopped there");
		expect(run.context.signal.aborted).toBe(true);
	});
});

describe("repeating and deleting", () => {
	test("a repeat is a new scan with the same fields, once per key, also when the first is gone", async () => {
		const scanId = await start();
		await whenIn(scanId, "completed");
		const headers = { "Idempotency-Key": "again" };
		const first = await (await call("repeatScan", { params: { scanId }, headers })).json();
		expect(first.receipt.scanId).not.toBe(scanId);
		expect((await detail(first.receipt.scanId)).request).toEqual(SSLYZE);
		expect((await call("deleteScan", { params: { scanId } })).status).toBe(204);
		expect(await (await call("repeatScan", { params: { scanId }, headers })).json()).toEqual(first);
		expect((await call("repeatScan", { params: { scanId } })).status).toBe(404);
	});

	test("a repeat is checked as a new request is", async () => {
		const scanId = await start();
		await whenIn(scanId, "completed");
		engines.sslyze.availability = { available: false, reason: "Gone." };
		const refused = await until(async () => {
			const answer = await call("repeatScan", { params: { scanId } });
			return answer.status !== 202 && answer;
		}, "it is noticed");
		expect(refused.status).toBe(501);
		engines.sslyze.availability = { available: true, version: "1.0" };
		await until(async () => (await call("repeatScan", { params: { scanId } })).status === 202, "it is noticed again");
		// If one of the repeats were still on its way, it would be the run that the next test holds.
		const open = "SELECT 1 FROM scans WHERE status IN ('pending', 'running')";
		await until(async () => (await pool.query(open)).rowCount === 0, "every repeat has ended");
	});

	test("a deleted scan takes everything about it along; one that runs is not deleted", async () => {
		engines.sslyze.hold = true;
		const started = nextRun(engines.sslyze);
		const scanId = await start();
		await whenIn(scanId, "running");
		expect(await refusalOf(await call("deleteScan", { params: { scanId } }))).toMatchObject({
			status: 409,
			code: "not_finished",
		});
		(await started()).end(COMPLETED);
		await whenIn(scanId, "completed");
		engines.sslyze.hold = false;
		expect((await call("deleteScan", { params: { scanId } })).status).toBe(204);
		for (const table of ["scan_reports", "scan_events", "scan_raw", "scan_sent"]) {
			expect((await pool.query(`SELECT 1 FROM ${table} WHERE scan_id = $1`, [scanId])).rowCount).toBe(0);
		}
	});
});
