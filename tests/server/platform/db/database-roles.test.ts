import { PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../support/server/database.ts";
import { entry, startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

/** What an attacker could run after finding an SQL injection. */
const { database, scan } = await startTestServer();
await scan({ target: "example.com", email: "ada@example.org" }, entry("audited"));
const run = async (statement: string) => {
	const client = await database.pool.connect();
	try {
		return await client.query(statement);
	} finally {
		client.release(true);
	}
};

const DENIED = "42501";

test.each([
	["disable the audit trail's trigger", "ALTER TABLE audit_trail DISABLE TRIGGER audit_trail_stays"],
	["disable the trigger that writes it", "ALTER TABLE scans DISABLE TRIGGER scans_audited"],
	["drop that trigger", "DROP TRIGGER scans_audited ON scans"],
	["disable the trigger that writes its beginnings", "ALTER TABLE scans DISABLE TRIGGER scans_kept"],
	["drop its function", "DROP FUNCTION audit_scan CASCADE"],
	["replace its function", "CREATE OR REPLACE FUNCTION audit_scan() RETURNS trigger LANGUAGE sql AS ''"],
	["switch all triggers off", "SET session_replication_role = replica"],
	["drop the audit trail", "DROP TABLE audit_trail CASCADE"],
	["change the audit trail", "UPDATE audit_trail SET who = 'nobody'"],
	["delete from it", "DELETE FROM audit_trail"],
	["empty it", "TRUNCATE audit_trail CASCADE"],
	[
		"write an entry with a time of its choice",
		"INSERT INTO audit_trail (at, what, who) VALUES ('2001-01-01', 'x', 'x')",
	],
	[
		"write an entry in another place",
		"INSERT INTO audit_trail (id, what, who) OVERRIDING SYSTEM VALUE VALUES (0, 'x', 'x')",
	],
	["change whose address was seen", "UPDATE audit_addresses SET address = '192.0.2.1'"],
	["hide the audit trail behind its own table", "CREATE TEMP TABLE audit_trail (what text)"],
	["make tables", "CREATE TABLE public.mine (a int)"],
	["make tables beside the jobs", "CREATE TABLE pgboss.mine (a int)"],
	["make schemas", "CREATE SCHEMA mine"],
	["make extensions", "CREATE EXTENSION hstore"],
	["read files", "SELECT pg_read_file('/etc/passwd')"],
	["list folders", "SELECT pg_ls_dir('/')"],
	["copy files in", "COPY scan_stop (reason) FROM '/etc/passwd'"],
	["copy files out", "COPY scans TO '/tmp/plumbline-scans'"],
	["run programs", "COPY scan_stop (reason) FROM PROGRAM 'id'"],
	["import large objects", "SELECT lo_import('/etc/passwd')"],
	["read passwords", "SELECT rolpassword FROM pg_authid"],
	["become superuser", "ALTER ROLE CURRENT_USER SUPERUSER"],
	["become the owner", "SET ROLE plumbline_owner"],
	["become the superuser of the cluster", "SET SESSION AUTHORIZATION plumbline"],
	["make roles", "CREATE ROLE mine LOGIN SUPERUSER"],
	["change the server's settings", "ALTER SYSTEM SET archive_command = 'id'"],
	["forget which migrations were applied", "DELETE FROM migrations"],
	["stop jobs from forgetting addresses", "ALTER TABLE pgboss.job DISABLE TRIGGER USER"],
	[
		"change the jobs' functions",
		"CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
	],
])("the server's role cannot %s", async (_what, statement) => {
	await expect(run(statement)).rejects.toMatchObject({ code: DENIED });
});

test("the server's role deletes network addresses from the audit trail after seven days, and not before", async () => {
	const { rowCount: before } = await run("SELECT 1 FROM audit_addresses");
	expect(before).toBeGreaterThan(0);
	expect((await run("DELETE FROM audit_addresses")).rowCount).toBe(0);
	await database.owner.query("UPDATE audit_addresses SET at = now() - interval '8 days'");
	expect((await run("DELETE FROM audit_addresses")).rowCount).toBe(before);
});

test("the server's role has every right that the queue needs for maintenance and scheduled jobs", {
	timeout: 60_000,
}, async () => {
	const { url, pool } = await createTestDatabase();
	const boss = new PgBoss({
		connectionString: url,
		migrate: false,
		reindex: false,
		useListenNotify: true,
		monitorIntervalSeconds: 1,
		maintenanceIntervalSeconds: 1,
		cronMonitorIntervalSeconds: 1,
		cronWorkerIntervalSeconds: 1,
	});
	const errors: Error[] = [];
	const warnings: unknown[] = [];
	boss.on("error", (error) => errors.push(error));
	boss.on("warning", (warning) => warnings.push(warning));
	await boss.start();
	await boss.schedule("daily", "* * * * *");
	const jobsOf = async (condition: string) =>
		(await pool.query(`SELECT 1 FROM pgboss.job WHERE ${condition}`)).rowCount;
	await until(async () => (await jobsOf("name = 'daily'")) === 1, "the clock queues a job");

	const old = await boss.send("mail", { scanId: null });
	const stuck = await boss.send("push", { scanId: null });
	await boss.fetch("push");
	await pool.query(
		"UPDATE pgboss.job SET state = 'completed', completed_on = now() - interval '9 days' WHERE id = $1",
		[old],
	);
	await pool.query("UPDATE pgboss.job SET started_on = now() - interval '9 days' WHERE id = $1", [stuck]);
	await pool.query("UPDATE pgboss.queue SET monitor_claim_on = NULL, maintain_on = NULL");
	await boss.supervise();
	await boss.resolveFlow();
	expect(await jobsOf(`id = '${old}'`), "old jobs are deleted").toBe(0);
	expect(await jobsOf(`id = '${stuck}' AND state = 'retry'`), "jobs whose worker is gone are tried again").toBe(1);
	await boss.stop({ graceful: false });
	expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
});
