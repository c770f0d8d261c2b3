import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase } from "../../../support/deploy/empty-database.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { until } from "../../../support/until.ts";

const INDEX = "-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS things_by_a ON things (a);\n";

async function folderOf(files: Record<string, string>): Promise<string> {
	const folder = await scratchFolder("migrations");
	for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
	return folder;
}

test("processes that start at once migrate once, also where an index is built concurrently", async () => {
	const { owner } = await createEmptyDatabase();
	const folder = await folderOf({ "0001-things.sql": "CREATE TABLE things (a int);", "0002-index.sql": INDEX });
	const done = await Promise.all([1, 2, 3].map(() => migrate(owner, folder)));
	expect(done.flat().sort()).toEqual(["0001-things.sql", "0002-index.sql"]);
});

test("what an interrupted build of an index left behind is replaced", async () => {
	const { owner } = await createEmptyDatabase();
	await owner.query("CREATE TABLE things (a int)");
	await owner.query("INSERT INTO things VALUES (1), (1)");
	await expect(owner.query("CREATE UNIQUE INDEX CONCURRENTLY things_by_a ON things (a)")).rejects.toThrow(
		"could not create unique index",
	);
	await migrate(owner, await folderOf({ "0001-index.sql": INDEX }));
	const { rows } = await owner.query(
		"SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 'things_by_a'::regclass",
	);
	expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
});

test("a migration that has to wait for a table gives way to others, and comes again", async () => {
	const { owner } = await createEmptyDatabase();
	await owner.query("CREATE TABLE things (a int)");
	const folder = await folderOf({ "0001-column.sql": "ALTER TABLE things ADD COLUMN b int;" });
	const reader = await owner.connect();
	await reader.query("BEGIN");
	await reader.query("SELECT * FROM things");
	const migrating = migrate(owner, folder);
	const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'things'::regclass";
	await until(async () => (await owner.query(waiting)).rowCount === 1, "the migration waits");
	// Behind it in the queue. It is answered while the first reader still holds the table.
	expect((await owner.query("SELECT * FROM things")).rowCount).toBe(0);
	await reader.query("COMMIT");
	reader.release();
	expect(await migrating).toEqual(["0001-column.sql"]);
});

test("a process that starts after a newer version has migrated leaves that version's tables alone", async () => {
	const { url, pool, owner } = await createTestDatabase();
	await owner.query("CREATE TABLE later (a int)");
	await expect(setUpDatabase(url, pool, undefined)).rejects.toThrow(
		"lacks rights in the database: SELECT on public.later",
	);
	await owner.query("INSERT INTO migrations (name) VALUES ('9999-later.sql')");
	expect(await setUpDatabase(url, pool, undefined)).toEqual([]);
});
