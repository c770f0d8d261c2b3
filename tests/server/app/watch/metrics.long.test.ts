import { expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createAccount, postJson } from "../../../support/server/accounts.ts";
import { asAccount } from "../../../support/server/api-client.ts";
import { startMailbox } from "../../../support/server/mailbox.ts";
import { metricsUrlOf, scrape, total } from "../../../support/server/scrape.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const mailbox = await startMailbox();
afterFile(() => mailbox.close());
const server = await startTestServer({ env: { METRICS_PORT: "0", SMTP_URL: mailbox.smtpUrl } });
const metricsUrl = metricsUrlOf(server);
const read = () => scrape(metricsUrl);
const START = `${API_BASE}scans/combined/start/`;

/** The figures, once this one is at least this high. */
const when = (name: string, labels: Record<string, string>, least: number) =>
	until(async () => {
		const series = await read();
		return total(series, name, labels) >= least && series;
	}, `${name} reaches ${least}`);

/** Series that are not about Node itself. */
const ours = (series: Map<string, number>) => [...series.keys()].filter((key) => key.startsWith("plumbline_"));

test("scans of many hosts, by many senders, add no series", async () => {
	const scan = async (index: number) => {
		const body = { target: `host-${index}.example.com`, email: `reader-${index}@example.org` };
		const key = { [IDEMPOTENCY_KEY]: `many-${index}` };
		expect((await server.scan(body, { ...key, "X-Forwarded-For": `203.0.113.${index}` })).status).toBe(202);
	};
	// The last effect of a scan.
	const ended = (count: number) =>
		when("plumbline_job_duration_seconds_count", { queue: "mail", outcome: "done" }, count);
	await scan(0);
	await fetch(`${server.url}/r/${"a".repeat(43)}`);
	// The same few requests once before, so that every route in this test has its series.
	const before = ours(await ended(1));
	for (let index = 1; index <= 10; index++) await scan(index);
	for (let index = 0; index < 5; index++) await fetch(`${server.url}/r/${String(index).repeat(43)}`);
	const after = await ended(11);
	expect(new Set(ours(after))).toEqual(new Set(before));
	expect(total(after, "plumbline_scans_ended_total", { kind: "combined", ending: "completed" })).toBe(11);
	expect(total(after, "plumbline_scan_wait_seconds_count", { kind: "combined" })).toBe(11);
	expect(total(after, "plumbline_engine_run_duration_seconds_count", { outcome: "completed" })).toBe(11);
	expect(total(after, "plumbline_job_duration_seconds_count", { queue: "scan", outcome: "done" })).toBe(11);
	const started = { method: "POST", route: START, status: "2xx" };
	expect(total(after, "plumbline_http_request_duration_seconds_count", started)).toBe(11);
	const text = [...after.keys()].join("\n");
	for (const secret of ["host-", "reader-", "203.0.113", "aaaa", "1111"]) expect(text).not.toContain(secret);
});

test("unknown paths and methods share their series", async () => {
	const routes = async () =>
		new Set(ours(await read()).filter((key) => key.includes("request_duration_seconds_count")));
	await fetch(`${server.url}/nothing-here`, { method: "POST" });
	const before = await until(async () => {
		const known = await routes();
		return [...known].some((key) => key.includes('route="none"')) && known;
	}, "the first one is counted");
	for (const path of ["/wp-admin", "/a/b/c", "/%20x"]) await fetch(server.url + path, { method: "POST" });
	expect(await routes()).toEqual(before);
});

test("a batch is one request, and its entries are counted by their answers", async () => {
	const entryOf = (key: string, email: string) => ({
		key,
		kind: "combined-scan",
		account: "anonymous",
		body: { target: "example.com", email },
	});
	const before = await read();
	const entries = [entryOf("b1", "ada@example.org"), entryOf("b2", "ada@example.org"), entryOf("b3", "nonsense")];
	await postJson(server.url, API_PATHS.outbox, { entries });
	const after = await when("plumbline_outbox_batches_total", {}, 1);
	const grown = (name: string, labels = {}) => total(after, name, labels) - total(before, name, labels);
	expect(grown("plumbline_outbox_batch_entries_total", { status: "202" })).toBe(2);
	expect(grown("plumbline_outbox_batch_entries_total", { status: "400" })).toBe(1);
	expect(grown("plumbline_http_request_duration_seconds_count", { route: START })).toBe(0);
});

test("a stream is open until its reader leaves, and then nothing is in flight", async () => {
	const ada = await createAccount(server);
	const leave = new AbortController();
	await fetch(`${server.url}${API_BASE}scans/events/`, { headers: asAccount(ada), signal: leave.signal });
	const open = await when("plumbline_event_streams_open", {}, 1);
	expect(total(open, "plumbline_http_requests_in_flight")).toBe(1);
	leave.abort();
	await until(async () => {
		const series = await read();
		return total(series, "plumbline_event_streams_open") + total(series, "plumbline_http_requests_in_flight") === 0;
	}, "it is closed");
});

test("many requests over one connection are all counted", async () => {
	const of = { route: "/health/live", status: "2xx" };
	const before = total(await read(), "plumbline_http_request_duration_seconds_count", of);
	for (let index = 0; index < 20; index++) await (await fetch(`${server.url}/health/live`)).text();
	await when("plumbline_http_request_duration_seconds_count", of, before + 20);
	expect(total(await read(), "plumbline_http_requests_in_flight")).toBe(0);
});

test("a form, a limit that is reached, a failed scan and an email that is refused are counted", async () => {
	// All metrics in this process count it.
	const narrow = await startTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:1", LIMIT_PER_ADDRESS: "1" } });
	expect((await postJson(narrow.url, API_PATHS.newsletter, { email: "ada@example.org" })).ok).toBe(true);
	expect((await postJson(narrow.url, API_PATHS.newsletter, { email: "eve@example.org" })).status).toBe(429);
	const series = await when("plumbline_limit_refusals_total", { limit: "leads" }, 1);
	expect(total(series, "plumbline_leads_total", { kind: "newsletter" })).toBe(1);
	await when("plumbline_mails_total", { kind: "lead", outcome: "failed" }, 1);
	await when("plumbline_job_duration_seconds_count", { queue: "lead-mail", outcome: "failed" }, 1);
	await narrow.close();

	server.engine.hold = true;
	const { length } = server.engine.runs;
	await server.scan({ target: "example.com", email: "ada@example.org" });
	const run = await until(async () => server.engine.runs[length], "the engine runs");
	run.break(new Error("on purpose"));
	const failed = await when("plumbline_scans_ended_total", { kind: "combined", ending: "internal" }, 1);
	expect(total(failed, "plumbline_engine_run_duration_seconds_count", { outcome: "broke" })).toBe(1);
	server.engine.hold = false;
});

test("what is in the database is the same on every process: jobs that wait, the oldest, and workers", async () => {
	const idle = await startTestServer({ env: { METRICS_PORT: "0", ROLE: "api" } });
	const { pool } = idle.database;
	await pool.query(
		`INSERT INTO pgboss.job (name, data, start_after) VALUES
		 ('scan', '{}', now() - interval '1 hour'), ('scan', '{}', now() - interval '1 minute'),
		 ('mail', '{}', now() + interval '1 hour')`,
	);
	await pool.query(
		"INSERT INTO engine_sightings (worker_id, kind, state) SELECT gen_random_uuid(), 'combined', '{}' FROM generate_series(1, 2)",
	);
	const other = await startTestServer({ database: idle.database, env: { METRICS_PORT: "0", ROLE: "api" } });
	for (const one of [idle, other]) {
		const series = await scrape(metricsUrlOf(one));
		const jobs = (queue: string, state: string) => total(series, "plumbline_jobs", { queue, state });
		expect([jobs("scan", "waiting"), jobs("mail", "waiting"), jobs("mail", "deferred")]).toEqual([2, 0, 1]);
		expect(Math.round(total(series, "plumbline_oldest_waiting_job_seconds", { queue: "scan" }) / 600)).toBe(6);
		expect(total(series, "plumbline_mails_waiting", { kind: "scan" })).toBe(1);
		expect(total(series, "plumbline_workers")).toBe(2);
		expect(total(series, "plumbline_ready")).toBe(1);
		expect(total(series, "plumbline_build_info", { role: "api" })).toBe(1);
		expect(total(series, "plumbline_var_bytes", { state: "free" })).toBeGreaterThan(0);
		expect(total(series, "plumbline_database_connections", { state: "total" })).toBeGreaterThan(0);
	}
	await other.close();
});

test("a caller waits for a connection when all are in use, not because metrics are read", async () => {
	const waiting = async () => total(await read(), "plumbline_database_connections", { state: "waiting" });
	for (let scrape = 0; scrape < 3; scrape++) expect(await waiting()).toBe(0);

	const ada = await createAccount(server);
	const lock = await server.database.owner.connect();
	await lock.query("BEGIN");
	await lock.query("LOCK TABLE scans IN ACCESS EXCLUSIVE MODE");
	const asked = Array.from({ length: 15 }, () => fetch(`${server.url}${API_BASE}scans/`, { headers: asAccount(ada) }));
	await until(async () => (await waiting()) >= 5, "ten are in use, and five wait");
	await lock.query("ROLLBACK");
	lock.release();
	for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
	await until(async () => (await waiting()) === 0, "nobody waits");
});

test("without METRICS_PORT there are no metrics", async () => {
	const plain = await startTestServer({ database: server.database, env: { ROLE: "api" } });
	expect(plain.facts.map(([label]) => label)).not.toContain("Metrics");
	expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
	await plain.close();
});
