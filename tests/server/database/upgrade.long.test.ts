import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { createPasswords } from "#server/accounts/passwords/passwords.ts";
import { type Customer, look } from "../../support/deploy/customer.ts";
import { createEmptyDatabase, type EmptyDatabase } from "../../support/deploy/empty-database.ts";
import { type Rows, writeRows } from "../../support/deploy/recorded-rows.ts";
import { RELEASES, STARTING_POINTS } from "../../support/deploy/releases.ts";
import { startTestServer } from "../../support/server/test-server.ts";

const FOLDER = "server/db/migrations";
const [OLDEST] = RELEASES;

/** The schema as a release made it: its own migrations, as released, and pg-boss's tables with a job that is done. */
async function makeSchema({ owner, ownerUrl }: EmptyDatabase, last: string): Promise<void> {
	await owner.query("CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())");
	for (const file of readdirSync(FOLDER).sort()) {
		if (file.slice(0, 4) > last) continue;
		await owner.query(readFileSync(join(FOLDER, file), "utf8"));
		await owner.query("INSERT INTO migrations (name) VALUES ($1)", [file]);
	}
	const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false });
	await boss.start();
	await boss.createQueue("mail");
	await boss.send("mail", { scanId: null });
	const [job] = await boss.fetch("mail");
	await boss.complete("mail", job?.id ?? "", { to: "ada@example.org" });
	await boss.stop({ graceful: false });
}

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
			// The recorded password has its full price.
			parts: { passwords: createPasswords() },
		});
		expect(server.facts.flat().join("\n")).not.toContain("Warning");
		expect(await look(server.url, customer)).toEqual(customer.seen);

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
