import { describe, expect, test } from "vitest";
import { entry, startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const BODY = { target: "example.com", email: "ada@example.org" };

const server = await startTestServer();

describe("a scan asked for with an Idempotency-Key", () => {
	const countScans = async () => (await server.database.pool.query("SELECT 1 FROM scans")).rowCount;
	const status = async (id: string) =>
		(await server.database.pool.query("SELECT status FROM scans WHERE id = $1", [id])).rows[0]?.status;

	test("is answered with 202 and a receipt that names the key, and its row and job are there", async () => {
		server.engine.hold = true;
		const response = await server.scan(BODY, entry("first"));
		expect(response.status).toBe(202);
		const { receipt } = await response.json();
		expect(receipt).toEqual({
			key: "first",
			scanId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			acceptedAt: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		const { rows } = await server.database.pool.query("SELECT data FROM pgboss.job WHERE name = 'scan'");
		expect(rows).toEqual([{ data: { scanId: receipt.scanId, from: { requestId: expect.any(String) } } }]);
	});

	test("is answered the same while it runs, when it has ended and when it was deleted", async () => {
		const first = await (await server.scan(BODY, entry("first"))).json();
		const { scanId } = first.receipt;
		await until(async () => (await status(scanId)) === "running", "the scan runs");
		expect(await (await server.scan(BODY, entry("first"))).json()).toEqual(first);

		// It is running in the database a moment before its engine is.
		const run = await until(async () => server.engine.runs[0], "the engine runs");
		run.end({ status: "completed", coverage: "full", parts: [], findings: [], sent: [] });
		await until(async () => (await status(scanId)) === "completed", "the scan has ended");
		expect(await (await server.scan(BODY, entry("first"))).json()).toEqual(first);

		await server.database.pool.query("DELETE FROM scans WHERE id = $1", [scanId]);
		const afterwards = await server.scan(BODY, entry("first"));
		expect(afterwards.status).toBe(202);
		expect(await afterwards.json()).toEqual(first);
		expect(await countScans()).toBe(0);
		expect((await server.scan({ ...BODY, email: "eve@example.org" }, entry("first"))).status).toBe(422);
		server.engine.hold = false;
	});

	test("is the same request in another order of fields and with white space around them", async () => {
		const one = await (await server.scan(BODY, entry("canonical"))).json();
		const other = await server.scan(`{ "email": " ada@example.org ", "target": "example.com " }`, entry("canonical"));
		expect(await other.json()).toEqual(one);
	});

	test("with another body is 422 and creates nothing", async () => {
		await server.scan(BODY, entry("taken"));
		const before = await countScans();
		const response = await server.scan({ ...BODY, target: "example.org" }, entry("taken"));
		expect(response.status).toBe(422);
		expect((await response.json()).code).toBe("idempotency_mismatch");
		expect(await countScans()).toBe(before);
	});

	test("twenty at once are one scan, one job and one answer", async () => {
		const before = (await countScans()) ?? 0;
		const answers = await Promise.all(Array.from({ length: 20 }, () => server.scan(BODY, entry("twenty"))));
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
		const receipts = await Promise.all(answers.map(async (answer) => JSON.stringify(await answer.json())));
		expect(new Set(receipts).size).toBe(1);
		expect(await countScans()).toBe(before + 1);
		const { scanId } = JSON.parse(receipts[0] ?? "").receipt;
		const jobs = await server.database.pool.query(
			"SELECT 1 FROM pgboss.job WHERE data ->> 'scanId' = $1 AND name = 'scan'",
			[scanId],
		);
		expect(jobs.rowCount).toBe(1);
	});

	test("keeps nothing of a refusal: the key is free for the corrected request", async () => {
		expect((await server.scan({ ...BODY, target: "10.0.0.1" }, entry("refused"))).status).toBe(403);
		expect((await server.scan(BODY, entry("refused"))).status).toBe(202);
	});

	test("neither the key nor what it asked for can be read from what is kept for good", async () => {
		await server.scan(BODY, entry("secret-key"));
		const { rows } = await server.database.pool.query("SELECT * FROM scan_requests");
		expect(JSON.stringify(rows)).not.toMatch(/secret-key|example/);
	});

	test("without a key every request is a separate scan, with a receipt without a key", async () => {
		const [one, other] = await Promise.all([server.scan(BODY), server.scan(BODY)]);
		const receipts = [(await one.json()).receipt, (await other.json()).receipt];
		expect(receipts[0].key).toBeNull();
		expect(receipts[0].scanId).not.toBe(receipts[1].scanId);
	});

	test("for an account that is not signed in is 401 other_account, before anything else is looked at", async () => {
		const before = await countScans();
		const account = "0198c0de-0000-7000-8000-000000000001";
		const response = await server.scan({ nonsense: true }, entry("foreign", account));
		expect(response.status).toBe(401);
		expect((await response.json()).code).toBe("other_account");
		expect(await countScans()).toBe(before);
	});

	test("an invalid key is refused", async () => {
		expect((await server.scan(BODY, entry("x".repeat(201)))).status).toBe(400);
		expect((await server.scan(BODY, entry("a b"))).status).toBe(400);
	});
});

test("a repeat is answered before any limit or check of the target is asked", async () => {
	const limited = await startTestServer({ env: { LIMIT_PER_ADDRESS: "1" } });
	const first = await (await limited.scan(BODY, entry("early"))).json();
	for (let i = 0; i < 4; i++) await limited.scan({ ...BODY, target: "10.0.0.1" });
	expect((await limited.scan(BODY, entry("later"))).status).toBe(429);
	await limited.database.pool.query("INSERT INTO target_opt_outs VALUES ('example.com', now() + interval '1 day')");
	expect(await (await limited.scan(BODY, entry("early"))).json()).toEqual(first);
});
