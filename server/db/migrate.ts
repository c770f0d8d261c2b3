import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Executor, inTransaction, type Pool } from "./pool.ts";
import { flag, readRow, readRows, text } from "./rows.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
/** An arbitrary number that nothing else uses. If several processes start at once, only one of them migrates. */
export const MIGRATION_LOCK = 7_158_622_002;

/** Names of the files that have not been applied yet, in order. */
export async function pendingMigrations(executor: Executor): Promise<string[]> {
	const table = await readRow(executor, { exists: flag }, "SELECT to_regclass('migrations') IS NOT NULL AS exists");
	const applied = table?.exists ? await readRows(executor, { name: text }, "SELECT name FROM migrations") : [];
	return readdirSync(MIGRATIONS)
		.filter((file) => /^\d{4}-.*\.sql$/.test(file) && !applied.some(({ name }) => name === file))
		.sort();
}

/**
 * Brings the schema up to date: runs every file of `migrations/` once, in the order of their names, each in its own
 * transaction. A released file is never changed; a later file corrects it.
 */
export async function migrate(pool: Pool): Promise<string[]> {
	const done: string[] = [];
	for (const name of await pendingMigrations(pool)) {
		const applied = await inTransaction(pool, async (client) => {
			await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
			await client.query(
				"CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
			);
			const { rowCount } = await client.query("INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING", [
				name,
			]);
			if (rowCount === 0) return false;
			await client.query(readFileSync(join(MIGRATIONS, name), "utf8"));
			return true;
		});
		if (applied) done.push(name);
	}
	return done;
}
