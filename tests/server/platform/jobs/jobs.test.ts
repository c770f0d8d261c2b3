import { PgBoss } from "pg-boss";
import { describe, expect, test } from "vitest";
import { afterFile } from "../../../support/after-file.ts";
import { COMPLETED, createFakeEngine, nextRun } from "../../../support/engines/fake-engine.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const BODY = { target: "example.com", email: "ada@example.org" };

const ask = async (server: TestServer): Promise<string> => (await (await server.scan(BODY)).json()).receipt.scanId;
const row = async ({ database }: TestServer, id: string) =>
	(await database.pool.query("SELECT * FROM scans WHERE id = $1", [id])).rows[0];
const whenIn = (server: TestServer, id: string, status: string) =>
	until(async () => {
		const found = await row(server, id);
		return found?.status === status && found;
	}, `the scan is ${status}`);

/** Requests a scan and waits until its engine runs. */
async function begin(at: TestServer) {
	const started = nextRun(at.engine);
	const id = await ask(at);
	await whenIn(at, id, "running");
	return { id, run: await started() };
}

const server = await startTestServer();

test("a job on a schedule, which carries nothing, is done", async () => {
	const boss = new PgBoss({ connectionString: server.database.url, migrate: false, supervise: false, schedule: false });
	await boss.start();
	afterFile(() => boss.stop({ graceful: false }));
	const id = await boss.send("daily", null);
	const state = () => server.database.pool.query("SELECT state FROM pgboss.job WHERE id = $1", [id]);
	const ended = async () => ["completed", "retry", "failed"].includes((await state()).rows[0].state) && state();
	expect((await until(ended, "the job ends")).rows).toEqual([{ state: "completed" }]);
});

describe("a scan's run", () => {
	test("ends with its state, its report and an email, and the answer did not wait for it", async () => {
		server.engine.hold = true;
		const { id, run } = await begin(server);
		run.end({ ...COMPLETED, status: "completed", coverage: "partial", parts: [], findings: [], sent: [] });
		const scan = await whenIn(server, id, "completed");
		expect(scan).toMatchObject({ coverage: "partial", attempts: 1, worker_id: null, heartbeat_at: null });
		const { rows } = await server.database.pool.query("SELECT report FROM scan_reports WHERE scan_id = $1", [id]);
		expect(rows[0].report).toMatchObject({ target: "example.com", coverage: "partial", findings: [] });
		await until(async () => (await row(server, id)).mail_outcome === "sent", "the email is sent");
	});

	test("stores how far it is while it runs, never going back", async () => {
		server.engine.hold = true;
		const { id, run } = await begin(server);
		const { context, end } = run;
		context.onProgress(40, "Certificate");
		await until(async () => (await row(server, id)).progress === 40, "progress is stored");
		context.onProgress(20, "Cookies");
		expect(
			await until(async () => (await row(server, id)).step === "Cookies" && row(server, id), "the step is stored"),
		).toMatchObject({ progress: 40 });
		end(COMPLETED);
		await whenIn(server, id, "completed");
	});

	test("that found the target unreachable fails with the engine's reason", async () => {
		server.engine.hold = true;
		const { id, run } = await begin(server);
		run.end({ status: "failed", reason: { code: "unreachable", message: "Nobody answers." }, parts: [], sent: [] });
		expect(await whenIn(server, id, "failed")).toMatchObject({
			failure_code: "unreachable",
			failure_message: "Nobody answers.",
		});
		await until(async () => (await row(server, id)).mail_outcome === "sent", "the failure is mailed too");
	});

	test("whose engine throws fails with a sentence that does not blame the target", async () => {
		server.engine.hold = true;
		const { id, run } = await begin(server);
		run.break(new Error("secret detail"));
		const scan = await whenIn(server, id, "failed");
		expect(scan.failure_code).toBe("internal");
		expect(scan.failure_message).not.toContain("secret detail");
	});

	test("that was deleted meanwhile leaves nothing behind", async () => {
		server.engine.hold = true;
		const { id, run } = await begin(server);
		const { context } = run;
		await server.database.pool.query("DELETE FROM scans WHERE id = $1", [id]);
		await until(async () => context.signal.aborted, "the engine is asked to stop");
		expect((await server.database.pool.query("SELECT 1 FROM scan_reports WHERE scan_id = $1", [id])).rowCount).toBe(0);
		server.engine.hold = false;
	});
});

test("a scan that takes longer than its time limit is stopped and says so", async () => {
	const server = await startTestServer({ env: { SCAN_TIME_LIMIT: "1" } });
	server.engine.hold = true;
	const scan = await whenIn(server, await ask(server), "failed");
	expect(scan.failure_code).toBe("timeout");
	expect(server.engine.runs[0]?.context.signal.aborted).toBe(true);
});

const sweeping = await startTestServer();

describe("after a worker died", () => {
	const { pool } = sweeping.database;
	/** What `kill -9` leaves: a running scan of a worker that no longer exists. */
	const abandon = async (attempts: number) => {
		sweeping.engine.hold = false;
		const { rows } = await pool.query(
			`INSERT INTO scans (id, owner, kind, target, request, email, status, attempts, worker_id, started_at, heartbeat_at)
			 VALUES (gen_random_uuid(), 'anonymous', 'combined', 'example.com', '{"target": "example.com", "email": "ada@example.org"}', 'ada@example.org', 'running', $1,
			   gen_random_uuid(), now() - interval '1 minute', now() - interval '31 s') RETURNING id`,
			[attempts],
		);
		return rows[0].id as string;
	};

	test("its scan is started again and finishes", async () => {
		const id = await abandon(1);
		expect(await whenIn(sweeping, id, "completed")).toMatchObject({ attempts: 2 });
	});

	test("a scan that fell silent twice fails as interrupted, with a sentence and an email", async () => {
		const id = await abandon(2);
		const scan = await whenIn(sweeping, id, "failed");
		expect(scan).toMatchObject({
			failure_code: "interrupted",
			failure_message: expect.stringContaining("start it again"),
		});
		await until(async () => (await row(sweeping, id)).mail_outcome === "sent", "the failure is mailed");
	});

	test("a pending scan whose job is lost gets another", async () => {
		const { rows } = await pool.query(
			`INSERT INTO scans (id, owner, kind, target, request, email, status, queued_at)
			 VALUES (gen_random_uuid(), 'anonymous', 'combined', 'example.com', '{"target": "example.com", "email": "ada@example.org"}', 'ada@example.org', 'pending', now() - interval '2 minutes')
			 RETURNING id`,
		);
		await whenIn(sweeping, rows[0].id, "completed");
	});

	test("a worker that is only slow loses its scan to the sweep and cannot finish it any more", async () => {
		sweeping.engine.hold = true;
		const { id, run: slow } = await begin(sweeping);
		await pool.query("UPDATE scans SET worker_id = gen_random_uuid() WHERE id = $1", [id]);
		await until(async () => slow.context.signal.aborted, "the slow worker is asked to stop");
		const again = await until(
			async () => sweeping.engine.runs.at(-1) !== slow && sweeping.engine.runs.at(-1),
			"it is begun again",
		);
		again.end(COMPLETED);
		expect(await whenIn(sweeping, id, "completed")).toMatchObject({ attempts: 2 });
	});
});

test("a scan that runs when the server is shut down is handed back and runs at the next start, on its first attempt", async () => {
	const first = await startTestServer();
	first.engine.hold = true;
	const id = await ask(first);
	await whenIn(first, id, "running");
	await first.close();
	expect(await row(first, id)).toMatchObject({ status: "pending", attempts: 0 });
	const second = await startTestServer({ database: first.database, engine: createFakeEngine() });
	expect(await whenIn(second, id, "completed")).toMatchObject({ attempts: 1 });
});

test("two processes on one database run each scan once", async () => {
	const one = await startTestServer();
	const two = await startTestServer({ database: one.database });
	const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(i % 2 === 0 ? one : two)));
	for (const id of ids) expect(await whenIn(one, id, "completed")).toMatchObject({ attempts: 1 });
	expect(one.engine.runs.length + two.engine.runs.length).toBe(12);
	// Two pools under load: the tests' database has no room for these and those of the next tests.
	await Promise.all([one.close(), two.close()]);
});

test("an API process only queues, and a worker beside it runs scans and sends emails", async () => {
	const api = await startTestServer({ env: { ROLE: "api" } });
	const id = await ask(api);
	const worker = await startTestServer({ database: api.database, env: { ROLE: "worker" } });
	expect(worker.port).toBeUndefined();
	await whenIn(api, id, "completed");
	await until(async () => (await row(api, id)).mail_outcome === "sent", "the email is sent");
	expect(api.engine.runs).toHaveLength(0);
	expect(worker.engine.runs).toHaveLength(1);
});
