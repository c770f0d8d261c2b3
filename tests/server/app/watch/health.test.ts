import { createServer } from "node:http";
import { expect, test } from "vitest";
import { ready } from "#server/app/watch/health-answers.ts";
import { createReadiness, type NotReady } from "#server/platform/db/readiness.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { metricsUrlOf, scrape } from "../../../support/server/scrape.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer({
	env: { METRICS_PORT: "0", PUBLIC_URL: "https://plumbline.example", TRUST_PROXY: "on" },
});
const metricsUrl = metricsUrlOf(server);

const probe = async (url: string, headers: Record<string, string> = {}) => {
	const answer = await fetch(url, { headers });
	return { status: answer.status, body: await answer.json(), headers: answer.headers };
};

test("live and ready answer by any address, over plain http and to anyone, on both ports", async () => {
	for (const base of [server.url, metricsUrl]) {
		for (const [path, status] of [
			["/health/live", "live"],
			["/health/ready", "ready"],
		]) {
			const answer = await probe(base + path, { Host: "10.9.8.7:8080" });
			expect(answer, base + path).toMatchObject({ status: 200, body: { status } });
			expect(answer.headers.get("cache-control")).toBe("no-store");
			expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
		}
	}
	expect((await fetch(`${server.url}/`, { redirect: "manual" })).status, "other paths are for the known host").toBe(
		421,
	);
});

test("the metrics' port has nothing else, and changes nothing", async () => {
	expect((await fetch(`${metricsUrl}/api/v1/health/`)).status).toBe(404);
	expect((await fetch(`${metricsUrl}/metrics`, { method: "POST" })).status).toBe(404);
	const head = await fetch(`${metricsUrl}/health/ready`, { method: "HEAD" });
	expect(head.status).toBe(200);
	expect(await head.text()).toBe("");
});

test("a schema that lacks a migration is not ready, and one that is newer is", async () => {
	const { owner } = server.database;
	const { rows } = await owner.query("DELETE FROM migrations WHERE name LIKE '0020-%' RETURNING name");
	const answer = await probe(`${server.url}/health/ready`);
	expect(answer).toMatchObject({ status: 503, body: { status: "not ready", missing: "schema" } });
	expect(answer.headers.get("retry-after")).toBe("5");
	await owner.query("INSERT INTO migrations (name) VALUES ($1), ('9999-of-a-newer-release.sql')", [rows[0].name]);
	expect((await probe(`${server.url}/health/ready`)).status).toBe(200);
});

test("a process that only serves or only works is ready on its metrics' port", async () => {
	for (const ROLE of ["api", "worker"]) {
		const one = await startTestServer({ database: server.database, env: { METRICS_PORT: "0", ROLE } });
		expect(await probe(`${metricsUrlOf(one)}/health/ready`)).toMatchObject({ status: 200 });
		await one.close();
	}
});

test("a database that is gone is not ready, while the process is still live", async () => {
	const own = await startTestServer({ env: { METRICS_PORT: "0" } });
	const { pool, owner } = own.database;
	const name = (await pool.query("SELECT current_database() AS name")).rows[0].name;
	await owner.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
	await pool.query(
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		 WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
	);
	const answer = await probe(`${own.url}/health/ready`);
	expect(answer).toMatchObject({ status: 503, body: { missing: "database" } });
	expect((await probe(`${own.url}/health/live`)).status).toBe(200);
	expect((await probe(`${metricsUrlOf(own)}/health/ready`)).status).toBe(503);
	const series = await scrape(metricsUrlOf(own));
	expect(series.get("plumbline_ready")).toBe(0);
	expect(series.has("plumbline_workers"), "nobody knows how many there are: not none").toBe(false);
	await owner.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
});

test("a process whose connections are all taken is busy, not unready: the database still answers", async () => {
	const busy = await startTestServer({ env: { ROLE: "api" } });
	const account = await createAccount(busy);
	const { owner, pool } = busy.database;
	const holder = await owner.connect();
	await holder.query("BEGIN; LOCK TABLE schedules IN ACCESS EXCLUSIVE MODE");
	const lists = apiClient(busy.url, asAccount(account));
	const waiting = Array.from({ length: 12 }, () => lists("listSchedules"));
	await until(async () => {
		const { rows } = await pool.query(
			`SELECT count(*)::int AS waiting FROM pg_stat_activity
			 WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'plumbline-server'`,
		);
		return rows[0].waiting === 10;
	}, "every connection waits for the table");
	for (const path of ["/health/ready", "/api/v1/health/"]) {
		expect((await probe(busy.url + path)).status, path).toBe(200);
	}
	await holder.query("ROLLBACK");
	holder.release();
	for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
});

test("readiness is turned off before the process ends, and never on again", async () => {
	const readiness = createReadiness(async () => undefined);
	expect(await readiness.missing()).toBe("starting");
	readiness.open();
	expect(await readiness.missing()).toBeUndefined();
	readiness.close();
	readiness.open();
	expect(await ready(readiness)).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
	expect(await readiness.missing()).toBe("closing");
});

test("probes that come while one is answered share its answer", async () => {
	let asked = 0;
	const { promise, resolve } = Promise.withResolvers<NotReady | undefined>();
	const readiness = createReadiness(() => {
		asked += 1;
		return promise;
	});
	readiness.open();
	const answers = [readiness.missing(), readiness.missing(), readiness.missing()];
	resolve("database");
	expect(await Promise.all(answers)).toEqual(["database", "database", "database"]);
	expect(asked).toBe(1);
});

test("a port that is taken is named with its setting", async () => {
	const blocker = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => blocker.once("listening", resolve));
	const { port } = blocker.address() as { port: number };
	await expect(startTestServer({ database: server.database, env: { METRICS_PORT: String(port) } })).rejects.toThrow(
		`Port ${port} is already in use. Stop the program that uses it, or set METRICS_PORT`,
	);
	blocker.close();
});
