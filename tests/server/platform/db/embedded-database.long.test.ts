import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { installQueue } from "#server/platform/jobs/install-queue.ts";
import { until } from "../../../support/until.ts";

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const newFolder = async () => {
	const folder = await mkdtemp(join(tmpdir(), "plumbline-db-"));
	folders.push(folder);
	return folder;
};
afterAll(async () => {
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const query = async (url: string, statement: string) => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query(statement);
	await client.end();
	return rows;
};

test("keeps its data through stops, files left by crashes, and foreign pid files", async () => {
	const folder = await newFolder();
	const first = await startEmbeddedDatabase(folder);
	await query(first.ownerUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
	await first.stop();
	await first.lost;
	for (const leftover of ["garbage\n", `${process.pid}\n/nowhere\n1\n5432\n`, "4194000\n/nowhere\n1\n5432\n"]) {
		await writeFile(join(folder, "pg", "postmaster.pid"), leftover);
		const again = await startEmbeddedDatabase(folder);
		expect(await query(again.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
		await again.stop();
	}
});

test("takes over what an earlier version's superuser owned, and keeps the data", async () => {
	const folder = await newFolder();
	const first = await startEmbeddedDatabase(folder);
	const old = new URL(first.url);
	old.username = "plumbline";
	old.password = await readFile(join(folder, "pg-password"), "utf8");
	// The old setup: one role for everything, and everyone may connect.
	await query(old.href, "ALTER DATABASE plumbline OWNER TO plumbline");
	await query(old.href, "GRANT ALL ON DATABASE plumbline, postgres TO PUBLIC");
	await query(old.href, "DROP OWNED BY plumbline_owner, plumbline_server");
	const pool = createPool(old.href, () => {});
	await migrate(pool);
	await installQueue({ url: old.href, pool });
	await pool.query("INSERT INTO scan_stop (reason) VALUES ('kept')");
	await pool.query("INSERT INTO audit_trail (what, who) VALUES ('kept', 'operator')");
	await pool.query("DROP TRIGGER forget_job_data ON pgboss.job");
	await pool.query("SELECT pgboss.create_queue('account-mail', '{\"policy\": \"standard\"}')");
	const to = JSON.stringify({ to: "ada@example.org" });
	for (const state of ["completed", "retry"]) {
		await pool.query("INSERT INTO pgboss.job (name, state, data, output) VALUES ('account-mail', $1, $2, $2)", [
			state,
			to,
		]);
	}
	await pool.end();
	await first.stop();
	await first.lost;
	await rm(join(folder, "pg-password-server"));

	const again = await startEmbeddedDatabase(folder);
	const server = createPool(again.url, () => {});
	expect(await setUpDatabase(again.url, server, again.ownerUrl)).toEqual([]);
	expect((await server.query("SELECT reason FROM scan_stop")).rows).toEqual([{ reason: "kept" }]);
	expect((await server.query("SELECT what FROM audit_trail")).rows).toEqual([{ what: "kept" }]);
	expect(
		(await server.query("SELECT data, output FROM pgboss.job ORDER BY state")).rows,
		"old jobs forget too",
	).toEqual([
		{ data: JSON.parse(to), output: null },
		{ data: {}, output: null },
	]);
	const { rows: owners } = await server.query(
		`SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class
		 WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)`,
	);
	expect(owners).toEqual([{ owner: "plumbline_owner" }]);
	await expect(server.query("SELECT pg_read_file('PG_VERSION')")).rejects.toThrow("permission denied");
	await server.end();
	expect(await query(again.ownerUrl, "SELECT rolname FROM pg_roles WHERE rolsuper")).toEqual([
		{ rolname: "plumbline" },
	]);
	const superuser = Object.assign(new URL(again.url), { username: old.username, password: old.password });
	await until(async () => {
		const others = await query(
			superuser.href,
			"SELECT usename FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
		);
		return others.every(({ usename }) => usename === "plumbline_server");
	}, "no connection as superuser or owner is left");
	await again.stop();
});

test("of two simultaneous first starts, one gets the database and the other an error", async () => {
	const folder = await newFolder();
	const outcomes = await Promise.allSettled([startEmbeddedDatabase(folder), startEmbeddedDatabase(folder)]);
	const failed = outcomes.filter((outcome) => outcome.status === "rejected");
	for (const outcome of outcomes) if (outcome.status === "fulfilled") await outcome.value.stop();
	expect(failed).toHaveLength(1);
	expect(failed[0]?.reason.message).toContain("already running on this data directory");
});

test("keeps the password to its owner, and the database to this machine and to those who know the password", async () => {
	const folder = await newFolder();
	const database = await startEmbeddedDatabase(folder);
	for (const file of ["pg-password", "pg-password-server"]) {
		expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
	}
	const lines = (await readFile(join(folder, "pg", "postmaster.pid"), "utf8")).split("\n");
	expect(lines[5]).toBe("127.0.0.1");
	const guess = new URL(database.url);
	guess.password = "guess";
	await expect(query(guess.href, "SELECT 1")).rejects.toThrow("password authentication failed");
	await database.stop();
});

test.skipIf(!isRoot)("as root, opens its own closed folder only for passing through, and says so", async () => {
	const folder = await newFolder();
	await chmod(folder, 0o700);
	const database = await startEmbeddedDatabase(folder);
	expect((await stat(folder)).mode & 0o777).toBe(0o711);
	expect(database.notes.join()).toContain("mode 711");
	await database.stop();
});

test.skipIf(!isRoot)(
	"as root, leaves another program's closed folder alone, stores the data elsewhere and says where",
	async () => {
		const closed = await newFolder();
		await chmod(closed, 0o700);
		const varDir = join(closed, "var");
		const database = await startEmbeddedDatabase(varDir);
		folders.push(join(database.data, ".."));
		expect((await stat(closed)).mode & 0o777).toBe(0o700);
		expect(database.data).not.toContain(closed);
		expect(database.notes.join()).toContain(join(database.data, ".."));
		await database.stop();
		const again = await startEmbeddedDatabase(varDir);
		expect(again.data).toBe(database.data);
		await again.stop();
	},
);

test.skipIf(!isRoot)("as root, never opens a folder that held something before it was ours", async () => {
	const folder = await newFolder();
	await chmod(folder, 0o700);
	await writeFile(join(folder, "diary.txt"), "private");
	const database = await startEmbeddedDatabase(folder);
	folders.push(join(database.data, ".."));
	expect((await stat(folder)).mode & 0o777).toBe(0o700);
	await database.stop();
});
