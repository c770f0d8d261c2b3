import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { createPasswords } from "#server/identity/accounts/passwords/passwords.ts";
import { closeWalls, wallsAreOpen } from "#server/platform/db/close-walls.ts";
import { type Customer, inOneOrder, look } from "../../../support/deploy/customer.ts";
import { createEmptyDatabase } from "../../../support/deploy/empty-database.ts";
import { makeSchema } from "../../../support/deploy/make-schema.ts";
import { type Rows, writeRows } from "../../../support/deploy/recorded-rows.ts";
import { RELEASES, STARTING_POINTS } from "../../../support/deploy/releases.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const [OLDEST] = RELEASES;

test.each(STARTING_POINTS)(
	"what a customer had in $version is there after the upgrade",
	async ({ version, migrations }) => {
		const recorded = JSON.parse(readFileSync(`tests/fixtures/releases/${version}.json`, "utf8"));
		const { customer, rows } = recorded as { customer: Customer; rows: Rows };
		const database = await createEmptyDatabase();
		await makeSchema(database, migrations);
		await database.administer((client) => writeRows(client, rows));

		const server = await startTestServer({
			database,
			env: { DATABASE_OWNER_URL: database.ownerUrl },
			// The recorded password has its full hashing cost.
			parts: { passwords: createPasswords() },
		});
		expect(server.facts.filter(([, fact]) => fact.includes("Warning"))).toEqual([
			["", expect.stringContaining("npm run migrate -- --close-walls")],
		]);
		expect(await look(server.url, customer)).toEqual(inOneOrder(customer.seen));

		const { rows: trail } = await database.pool.query("SELECT what FROM audit_trail WHERE who = $1 ORDER BY id", [
			customer.accountId,
		]);
		expect(trail.map(({ what }) => what).slice(0, 3)).toEqual(["scan accepted", "scan running", "scan completed"]);
		await expect(database.owner.query("DELETE FROM audit_trail")).rejects.toThrow("cannot be changed");
		await expect(database.pool.query("DELETE FROM audit_trail")).rejects.toThrow("permission denied");

		const { rows: jobs } = await database.owner.query(
			"SELECT output FROM pgboss.job WHERE state = 'completed' AND name = 'mail' ORDER BY created_on LIMIT 1",
		);
		expect(jobs, "older jobs keep no addresses").toEqual([{ output: null }]);
		const again = await server.scan({ target: "example.com", email: "grace@example.org" });
		expect(again.status).toBe(202);
	},
);

test("a release's rows do not fit an older schema, so the recordings are of different versions", async () => {
	const newest = STARTING_POINTS.at(-1);
	const database = await createEmptyDatabase();
	await makeSchema(database, OLDEST.migrations);
	const { rows } = JSON.parse(readFileSync(`tests/fixtures/releases/${newest?.version}.json`, "utf8"));
	await expect(database.administer((client) => writeRows(client, rows))).rejects.toThrow("does not exist");
});

test("the walls of an older database are closed by command, not while a process of 0.2 is connected", async () => {
	const database = await createEmptyDatabase();
	const { url, pool, owner } = database;
	await makeSchema(database, OLDEST.migrations);
	const { rows } = JSON.parse(readFileSync(`tests/fixtures/releases/${OLDEST.version}.json`, "utf8"));
	await database.administer((client) => writeRows(client, rows));
	expect(await setUpDatabase(url, pool, database.ownerUrl)).toEqual([expect.stringContaining("version 0.2")]);

	const old = new pg.Client({ connectionString: url, application_name: "plumbline" });
	await old.connect();
	expect(await closeWalls(owner)).toEqual({ closed: false, connections: 1 });
	expect((await old.query("SELECT FROM scans")).rowCount).toBeGreaterThan(0);
	const { rows: backends } = await old.query("SELECT pg_backend_pid() AS pid");
	await old.end();
	const gone = async () =>
		(await owner.query("SELECT FROM pg_stat_activity WHERE pid = $1", [backends[0].pid])).rowCount === 0;
	await until(gone, "the old connection is gone");

	expect(await closeWalls(owner)).toEqual({ closed: true });
	expect(await wallsAreOpen(pool)).toBe(false);
	expect((await pool.query("SELECT FROM scans")).rowCount).toBeGreaterThan(0);
	expect(await setUpDatabase(url, pool, database.ownerUrl)).toEqual([]);
	await expect(pool.query("SELECT close_walls()")).rejects.toThrow("permission denied");
});
