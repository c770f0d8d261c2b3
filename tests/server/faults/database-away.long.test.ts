import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { ERROR_STATUS } from "#contract/errors.ts";
import { createPool, inTransaction, REQUEST_PATIENCE } from "#server/platform/db/pool.ts";
import { COMPLETED, nextRun } from "../../support/engines/fake-engine.ts";
import { createTestDatabase, createTestPool, type TestDatabase } from "../../support/server/database.ts";
import { entry, startTestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

const BODY = { target: "example.com", email: "ada@example.org" };

/** Runs statements as the superuser of the test's PostgreSQL, from outside the database under test. */
async function asSuperuser(...statements: string[]): Promise<void> {
	const client = new pg.Client({ connectionString: inject("template").superuserUrl });
	await client.connect();
	for (const statement of statements) await client.query(statement);
	await client.end();
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);
const endConnections = (database: TestDatabase) =>
	`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameOf(database)}'`;
/** Makes new connections to this database read-only, and ends the old ones. */
const setReadOnly = (database: TestDatabase, on: boolean) =>
	asSuperuser(
		`ALTER DATABASE ${nameOf(database)} SET default_transaction_read_only = ${on ? "on" : "off"}`,
		endConnections(database),
	);

describe("a connection that ends while its transaction waits for something else", () => {
	test("fails that transaction and nothing else", async () => {
		const database = await createTestDatabase();
		const pool = createTestPool(database.url);
		const broken = inTransaction(pool, async (client) => {
			await asSuperuser(endConnections(database));
			// The client finds out without having asked for anything: email is sent at such a moment.
			await until(
				() =>
					client.query("SELECT 1").then(
						() => false,
						() => true,
					),
				"the connection is lost",
			);
			return client.query("SELECT 1");
		});
		await expect(broken).rejects.toThrow();
		expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
		await pool.end();
	});
});

describe("a database that may only be read", () => {
	test("refuses scans with a time to try again, shows what it has, and accepts the same request later", async () => {
		const server = await startTestServer();
		await setReadOnly(server.database, true);
		const refused = await server.scan(BODY, entry("read-only"));
		expect({ status: refused.status, retryAfter: refused.headers.get("Retry-After") }).toEqual({
			status: ERROR_STATUS.unavailable,
			retryAfter: "5",
		});
		expect(await refused.json()).toMatchObject({ code: "unavailable" });
		await setReadOnly(server.database, false);
		// The server learns of its ended connections a moment later, and until then asks to be tried again.
		await until(async () => (await server.scan(BODY, entry("read-only"))).status === 202, "the request is accepted");
	});

	test("costs a running scan nothing: its end is stored once that is possible, in the first attempt", async () => {
		const server = await startTestServer();
		server.engine.hold = true;
		const started = nextRun(server.engine);
		const { scanId } = (await (await server.scan(BODY, entry("patient"))).json()).receipt;
		const run = await started();
		await setReadOnly(server.database, true);
		run.end(COMPLETED);
		await until(async () => (await server.scan(BODY, entry("probe"))).status === 503, "nothing can be stored");
		await setReadOnly(server.database, false);
		const scan = await until(async () => {
			const { rows } = await server.database.owner.query("SELECT status, attempts FROM scans WHERE id = $1", [scanId]);
			return rows[0]?.status === "completed" && rows[0];
		}, "the scan is completed");
		expect(scan).toEqual({ status: "completed", attempts: 1 });
	});
});

describe("a lock that another process holds and does not release", () => {
	test("does not hold requests forever: they are refused with a time to try again", async () => {
		const database = await createTestDatabase();
		const server = await startTestServer({ database, env: { DATABASE_URL: `${database.url}?lock_timeout=300` } });
		const other = await database.pool.connect();
		await other.query("BEGIN");
		await other.query("LOCK TABLE scan_requests IN EXCLUSIVE MODE");
		const refused = await server.scan(BODY, entry("waits"));
		expect({ status: refused.status, retryAfter: refused.headers.get("Retry-After") }).toEqual({
			status: ERROR_STATUS.unavailable,
			retryAfter: "5",
		});
		await other.query("ROLLBACK");
		other.release();
		expect((await server.scan(BODY, entry("waits"))).status).toBe(202);
	});

	test("is given up for a process that stopped in the middle of a transaction, and that process stores nothing more", async () => {
		const database = await createTestDatabase();
		const pool = createPool(database.url, () => {}, {
			// Long enough that a busy machine gets from BEGIN to the first row.
			limits: { ...REQUEST_PATIENCE, idle_in_transaction_session_timeout: 2_000 },
		});
		const stopped = inTransaction(pool, async (client) => {
			await client.query("INSERT INTO target_opt_outs (host, until) VALUES ('example.com', now() + interval '1 day')");
			// Waits for the row above, for as long as the process is frozen.
			await database.pool.query("INSERT INTO target_opt_outs (host, until) VALUES ('example.com', now())");
		});
		await expect(stopped).rejects.toThrow();
		const { rows } = await database.pool.query(
			"SELECT until < now() + interval '1 hour' AS second FROM target_opt_outs",
		);
		expect(rows).toEqual([{ second: true }]);
		await pool.end();
	});
});

describe("a scan taken back from a worker that was only slow", () => {
	test("is not ended by its first run, though the same worker runs it again", async () => {
		const server = await startTestServer();
		const { pool } = server.database;
		server.engine.hold = true;
		const first = nextRun(server.engine);
		const { scanId } = (await (await server.scan(BODY, entry("slow"))).json()).receipt;
		const before = await first();
		const second = nextRun(server.engine);
		await until(async () => {
			// Heartbeats would hide it again: until the sweep has looked twice, it seems to have none.
			await pool.query(
				"UPDATE scans SET heartbeat_at = now() - interval '1 hour' WHERE id = $1 AND status = 'running' AND attempts = 1",
				[scanId],
			);
			const { rows } = await pool.query("SELECT attempts FROM scans WHERE id = $1", [scanId]);
			return rows[0]?.attempts === 2;
		}, "it is taken back and begun again");
		const after = await second();
		await until(async () => before.context.signal.aborted, "the first run is stopped");
		after.end(COMPLETED);
		const scan = await until(async () => {
			const { rows } = await pool.query("SELECT status, failure_code FROM scans WHERE id = $1", [scanId]);
			return rows[0]?.status !== "running" && rows[0];
		}, "it ends");
		expect(scan).toEqual({ status: "completed", failure_code: null });
	});
});
