import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { KINDS, scanEntry } from "#contract/kinds/kinds.ts";
import type { OutboxAnswers } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS, BATCH_LIMIT } from "#contract/routes.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createAccount, postJson } from "../../../support/server/accounts.ts";
import { asAccount } from "../../../support/server/api-client.ts";
import { entry, startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

// No worker: every statement of the server's pool is a request's.
const server = await startTestServer({ env: { ROLE: "api", LIMIT_PER_ADDRESS: "2000" } });
const { pool } = server.database;
const ada = await createAccount(server);
const body = { target: "example.com", email: "ada@example.org" };

type Statement = { text: string; values: unknown[] };
type Query = (config: string | { text: string }, values?: unknown[]) => unknown;

/** What is sent with a statement, in the same round trip. */
const TRANSACTION = /^(?:BEGIN|COMMIT)\b/;

/** Every statement that the server's own pool sends from now on. */
function collectStatements(): Statement[] {
	const statements: Statement[] = [];
	const prototype = pg.Client.prototype as unknown as { query: Query };
	const original = prototype.query;
	vi.spyOn(prototype, "query").mockImplementation(function query(this: pg.Client, config, values, ...more) {
		const { application_name } = (this as unknown as { connectionParameters: Record<string, unknown> })
			.connectionParameters;
		const text = typeof config === "string" ? config : config.text;
		if (application_name === "plumbline-server" && servers.has(this) && !TRANSACTION.test(text))
			statements.push({ text, values: values ?? [] });
		return original.call(this, config, values, ...(more as []));
	});
	return statements;
}
afterEach(() => {
	vi.restoreAllMocks();
});

/** The test's own pools have the same name; they do not count. */
const tests = new Set<unknown>();
const servers = { has: (client: pg.Client) => !tests.has(client) };
for (const own of [pool, server.database.owner]) own.on("connect", (client) => tests.add(client));

const isAnnouncement = ({ text }: Statement) => text.includes("pg_notify('scans'");
const announced = (statements: Statement[]) =>
	until(async () => statements.some(isAnnouncement), "the scans are announced");

const batch = (entries: unknown[], headers: Record<string, string> = {}) =>
	postJson(server.url, API_PATHS.outbox, { entries }, headers);
const entriesOf = (name: string, account: string, length = BATCH_LIMIT) =>
	Array.from({ length }, (_, index) => ({ key: `${name}-${index}`, kind: scanEntry("combined"), account, body }));

describe("round trips to the database", () => {
	test("of one accepted scan are four: session and membership, what is known with the host's client, opt-outs, and the scan with its job", async () => {
		const statements = collectStatements();
		const response = await postJson(server.url, KINDS.combined.path, body, {
			...asAccount(ada),
			...entry("one", ada.accountId),
		});
		expect(response.status).toBe(202);
		await announced(statements);
		expect(statements.filter((one) => !isAnnouncement(one))).toHaveLength(4);
		expect(statements).toHaveLength(5);
	});

	test("of a batch of fifty are at most twelve: the same four, if its entries do not all come in one turn", async () => {
		const statements = collectStatements();
		const response = await batch(entriesOf("fifty", ada.accountId), asAccount(ada));
		const { answers }: OutboxAnswers = await response.json();
		expect(answers.map(({ status }) => status)).toEqual(Array(BATCH_LIMIT).fill(202));
		await announced(statements);
		expect(statements.filter((one) => !isAnnouncement(one)).length).toBeLessThanOrEqual(12);
	});
});

test("a key is looked up by itself, not by reading the keys of everything accepted before", async () => {
	const client = new pg.Client({ connectionString: server.database.url });
	await client.connect();
	afterFile(() => client.end());
	const asked = [0, 1, 2].map((n) => ({ n, owner: "anonymous", key: Buffer.from(`many ${n}`).toString("hex") }));
	const begin = () => client.query("SELECT * FROM begin_accepting($1, '[]')", [JSON.stringify(asked)]);
	await client.query("BEGIN");
	// Planned while there are few rows, as in a new installation.
	for (let time = 0; time < 6; time++) await begin();
	await client.query(
		`INSERT INTO scan_requests (owner, key_hash, body_hash, scan_id)
		 SELECT 'anonymous', convert_to('many ' || n, 'UTF8'), '\\x00', gen_random_uuid() FROM generate_series(1, 5000) AS n`,
	);
	const fetched = async () => {
		const { rows } = await client.query(
			"SELECT idx_tup_fetch + seq_tup_read AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'scan_requests'",
		);
		return Number(rows[0].fetched);
	};
	const before = await fetched();
	const { rows } = await begin();
	expect(rows.map(({ scan_id }) => scan_id !== null)).toEqual([false, true, true]);
	expect((await fetched()) - before).toBe(2);
	await client.query("ROLLBACK");
});

test("every scan of a batch has its beginning on its timeline, and in the audit trail with the sender's address", async () => {
	const response = await batch(entriesOf("kept", ada.accountId, 3), asAccount(ada));
	const { answers }: OutboxAnswers = await response.json();
	const ids = answers.map(({ body }) => (body as { receipt: { scanId: string } }).receipt.scanId);
	const { rows } = await pool.query(
		`SELECT scans.id, what, statement IS NOT NULL AS "hasStatement", address,
		   (SELECT array_agg(scan_events.what) FROM scan_events WHERE scan_id = scans.id) AS timeline
		 FROM scans JOIN audit_trail ON audit_trail.scan_id = scans.id
		 LEFT JOIN audit_addresses ON audit_id = audit_trail.id
		 WHERE scans.id = ANY ($1) ORDER BY audit_trail.id`,
		[ids],
	);
	const kept = { what: "scan accepted", hasStatement: true, address: "127.0.0.1", timeline: ["accepted"] };
	expect(rows).toEqual(ids.map((id) => ({ id, ...kept })));
});

test("accepting commits without NOTIFY, whose lock all commits would wait for, and the announcement follows", async () => {
	const statements = collectStatements();
	await batch(entriesOf("quiet", ada.accountId, 2), asAccount(ada));
	const accepted = statements.find(({ text }) => text.includes("accept_scans"));
	// Scans of earlier tests may be announced first.
	const isOfThese = ({ values }: Statement) => entries.some(({ was }) => JSON.stringify(values).includes(was));
	const entries = (JSON.parse(String(accepted?.values[0])) as { id: string }[]).map((one, n) => ({
		...one,
		was: one.id,
		id: crypto.randomUUID(),
		key: Buffer.from(`quiet again ${n}`).toString("hex"),
	}));

	await until(async () => statements.some((one) => isAnnouncement(one) && isOfThese(one)), "these scans are announced");
	vi.restoreAllMocks();

	const told: string[] = [];
	const client = new pg.Client({ connectionString: server.database.url });
	await client.connect();
	afterFile(() => client.end());
	client.on("notification", ({ channel }) => told.push(channel));
	const queue = "'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)";
	const { rows } = await client.query(`SELECT ${queue} AS channel`);
	const UNDER_WAY =
		"SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_notify%' AND pid <> pg_backend_pid()";
	await until(async () => (await client.query(UNDER_WAY)).rowCount === 0, "nothing is being announced");
	await client.query(`LISTEN scans; LISTEN ${rows[0].channel}; LISTEN fence`);
	await client.query(server.database.pool.begin);
	const again = await client.query(accepted?.text ?? "", [
		JSON.stringify(entries.map(({ was: _, ...one }) => one)),
		"[]",
		"terms",
	]);
	expect(again.rows.map(({ outcome }) => outcome)).toEqual(entries.map(() => "accepted"));
	await client.query("COMMIT");
	await client.query("NOTIFY fence");
	await until(async () => told.includes("fence"), "the fence arrives");
	expect(told).toEqual(["fence"]);

	const announcement = statements.find((one) => isAnnouncement(one) && isOfThese(one));
	await client.query(announcement?.text ?? "", announcement?.values);
	await client.query("NOTIFY fence");
	await until(async () => told.filter((channel) => channel === "fence").length === 2, "the second fence arrives");
	expect([...new Set(told)].toSorted()).toEqual(["fence", rows[0].channel, "scans"].toSorted());
});

test("a job that is sent with its scan is as pg-boss itself sends it", async () => {
	const response = await server.scan(body, entry("job"));
	const { receipt } = await response.json();
	const columns =
		"name, priority, state, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, policy";
	const { rows } = await pool.query(`SELECT ${columns}, data, group_id FROM pgboss.job WHERE data ->> 'scanId' = $1`, [
		receipt.scanId,
	]);
	const { rows: queues } = await pool.query(
		`SELECT name, 0 AS priority, 'created' AS state, retry_limit, retry_delay, retry_backoff, expire_seconds,
		   deletion_seconds, policy FROM pgboss.queue WHERE name = 'scan'`,
	);
	expect(rows).toEqual([
		{ ...queues[0], data: { scanId: receipt.scanId, from: { requestId: expect.any(String) } }, group_id: null },
	]);
});

test("what is more than the server can start at once is refused with a time to wait, and the rest is accepted", async () => {
	const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
	const holder = await pool.connect();
	await holder.query("BEGIN; LOCK TABLE scan_requests IN ACCESS EXCLUSIVE MODE");
	const batches = Array.from({ length: 11 }, (_, index) => batch(entriesOf(`flood-${index}`, "anonymous")));
	const waits = () =>
		pool.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
	await until(async () => ((await waits()).rowCount ?? 0) > 0, "submissions wait");
	const late = await until(async () => {
		// One that is still taken would wait for the lock.
		const signal = AbortSignal.timeout(500);
		const response = await fetch(server.url + API_BASE + KINDS.combined.path, { ...request, signal }).catch(() => {});
		return response?.status === 503 && response;
	}, "no more are taken");
	expect(late.headers.get("retry-after")).toBe("2");
	expect(await late.json()).toMatchObject({ code: "unavailable", details: { retryAfter: 2 } });
	await holder.query("ROLLBACK");
	holder.release();
	const answers = (
		await Promise.all(batches.map(async (sent) => ((await (await sent).json()) as OutboxAnswers).answers))
	).flat();
	const statuses = answers.map(({ status }) => status);
	expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(400);
	expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
	expect(new Set(statuses)).toEqual(new Set([202, 503]));
	expect((await server.scan(body)).status).toBe(202);
});
