import { expect, test } from "vitest";
import { COMPLETED } from "../../../support/engines/fake-engine.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

test("a second scan of the same host waits until the first has ended, no matter who asked or with which tool", async () => {
	const server = await startTestServer({ env: { SCAN_ALLOW: "busy.example.com,free.example.com" } });
	const { sslyze, nmap } = server.engines;
	sslyze.hold = true;
	nmap.hold = true;
	const [first, second] = [await createAccount(server), await createAccount(server)];
	const as = (account: typeof first) => apiClient(server.url, asAccount(account));
	expect((await as(first)("startSslyzeScan", { body: { target: "busy.example.com:443" } })).status).toBe(202);
	await until(async () => sslyze.runs.length === 1, "the first scan runs");
	expect((await as(second)("startNmapScan", { body: { host: "busy.example.com" } })).status).toBe(202);
	expect((await as(second)("startNmapScan", { body: { host: "free.example.com" } })).status).toBe(202);
	// The free scan of the same host does not wait.
	expect((await server.scan({ target: "busy.example.com", email: "visitor@example.org" })).status).toBe(202);
	await until(async () => server.engine.runs.length === 1, "the free scan runs");

	const hosts = () => nmap.runs.map(({ context }) => context.target.target.host);
	await until(async () => hosts().length === 1, "the scan of the other host runs");
	expect(hosts()).toEqual(["free.example.com"]);
	const { rows } = await server.database.pool.query(
		"SELECT status FROM scans WHERE kind = 'nmap' ORDER BY accepted_at",
	);
	expect(rows.map(({ status }) => status)).toEqual(["pending", "running"]);
	sslyze.runs[0]?.end(COMPLETED);
	await until(async () => hosts().includes("busy.example.com"), "the waiting scan runs");
	for (const run of nmap.runs) run.end(COMPLETED);
});

test("an account's limit counts its scans of all kinds together", async () => {
	const server = await startTestServer({ env: { SCANS_PER_ACCOUNT: "1", SCAN_ALLOW: "a.example.com,b.example.com" } });
	const { sslyze, nmap } = server.engines;
	sslyze.hold = true;
	const call = apiClient(server.url, asAccount(await createAccount(server)));
	await call("startSslyzeScan", { body: { target: "a.example.com:443" } });
	await until(async () => sslyze.runs.length === 1, "the first scan runs");
	await call("startNmapScan", { body: { host: "b.example.com" } });
	await until(async () => {
		const { rows } = await server.database.pool.query(
			"SELECT 1 FROM pgboss.job WHERE name = 'scan-nmap' AND state = 'completed'",
		);
		return rows.length > 0;
	}, "the second has been put off");
	expect(nmap.runs).toHaveLength(0);
	sslyze.runs[0]?.end(COMPLETED);
	await until(async () => nmap.runs.length === 1, "the second runs");
});

test("a worker runs one ZAP scan at a time, no matter who asked or for which host; other kinds do not wait for it", async () => {
	const hosts = ["a", "b", "c"].map((name) => `${name}.example.com`);
	const server = await startTestServer({ env: { SCAN_ALLOW: hosts.join() } });
	const { zap, nmap } = server.engines;
	zap.hold = true;
	for (const host of hosts) {
		const account = await createAccount(server);
		const call = apiClient(server.url, asAccount(account));
		const body = { url: `https://${host}`, email: account.email };
		expect((await call("startZapScan", { body })).status).toBe(202);
	}
	await until(async () => zap.runs.length === 1, "the first runs");
	const call = apiClient(server.url, asAccount(await createAccount(server)));
	expect((await call("startNmapScan", { body: { host: hosts[1] } })).status).toBe(202);
	await until(async () => nmap.runs.length === 1, "another kind runs beside it");
	expect(zap.runs).toHaveLength(1);
	for (const count of [1, 2]) {
		zap.runs[count - 1]?.end(COMPLETED);
		await until(async () => zap.runs.length > count, "the next one runs");
		expect(zap.runs).toHaveLength(count + 1);
	}
	zap.runs[2]?.end(COMPLETED);
});

test("a job goes only to the worker that has its tool, also once that changes", async () => {
	const database = await createTestDatabase();
	const one = await startTestServer({ database });
	const two = await startTestServer({ database });
	one.engines.sslyze.availability = { available: false, reason: "sslyze is not installed on this machine." };
	two.engines.nmap.availability = { available: false, reason: "nmap is not installed on this machine." };
	const call = apiClient(one.url, asAccount(await createAccount(one)));
	const sightings = async (kind: string) => {
		const { rows } = await database.pool.query(
			"SELECT state->>'status' = 'available' AS available FROM engine_sightings WHERE kind = $1 ORDER BY available",
			[kind],
		);
		return rows.map(({ available }) => available).join();
	};
	await until(async () => (await sightings("sslyze")) === "false,true", "one has lost sslyze");
	for (let count = 0; count < 8; count++)
		expect((await call("startSslyzeScan", { body: { target: `host-${count}.example.com:443` } })).status).toBe(202);
	await until(async () => two.engines.sslyze.runs.length === 8, "all have run where the tool is");
	expect(one.engines.sslyze.runs).toHaveLength(0);

	one.engines.sslyze.availability = { available: true, version: "1.0" };
	two.engines.sslyze.availability = { available: false, reason: "sslyze is not installed on this machine." };
	await until(async () => {
		await call("startSslyzeScan", { body: { target: "later.example.com:443" } });
		return one.engines.sslyze.runs.length > 0;
	}, "it runs where the tool is now");
});

test("a module that we do not run is refused by name, and nothing is started", async () => {
	const server = await startTestServer({ env: { SCAN_ALLOW: "listed.example.com" } });
	const call = apiClient(server.url, asAccount(await createAccount(server)));
	const target = "https://listed.example.com";
	const refused = await call("startWapitiScan", { body: { target, modules: "sql, nikto" } });
	expect(refused.status).toBe(400);
	expect(await refused.json()).toMatchObject({ message: expect.stringContaining('"nikto"') });
	expect((await call("startWapitiScan", { body: { target, modules: "sql" } })).status).toBe(202);
	await until(async () => server.engines.wapiti.runs.length === 1, "the other one runs");
});
