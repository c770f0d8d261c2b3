import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Executor, Pool } from "./pool.ts";
import { flag, readRow, readRows, text } from "./rows.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
/** An arbitrary number that nothing else uses. If several processes start at once, only one of them migrates. */
export const MIGRATION_LOCK = 7_158_622_002;
/** The first line of a file with a single statement that PostgreSQL does not allow inside a transaction. */
export const OUTSIDE = "-- outside a transaction";

/** A statement that waits longer than this for a table gives up, because every later query on that table waits behind it. */
const LOCK_LIMIT = "3s";
const LOCK_TRIES = 20;
const LOOK_AGAIN_MS = 200;

const ourMigrations = (folder = MIGRATIONS) => readdirSync(folder).filter((file) => /^\d{4}-.*\.sql$/.test(file));

/** Names of the files that have not been applied yet, in order. */
export async function pendingMigrations(executor: Executor, folder?: string): Promise<string[]> {
	const applied = await appliedMigrations(executor);
	return ourMigrations(folder)
		.filter((file) => !applied.includes(file))
		.sort();
}

/** Whether a newer version has migrated the database, as during an update. Then we do not know its tables. */
export async function isNewer(executor: Executor): Promise<boolean> {
	const ours = ourMigrations();
	return (await appliedMigrations(executor)).some((name) => !ours.includes(name));
}

async function appliedMigrations(executor: Executor): Promise<string[]> {
	const table = await readRow(executor, { exists: flag }, "SELECT to_regclass('migrations') IS NOT NULL AS exists");
	if (!table?.exists) return [];
	return (await readRows(executor, { name: text }, "SELECT name FROM migrations")).map(({ name }) => name);
}

/**
 * Brings the schema up to date: runs every file of `migrations/` once, in the order of their names, each in its own
 * transaction. A released file is never changed; a later file corrects it. Returns the names of the files it ran.
 */
export async function migrate(pool: Pool, folder = MIGRATIONS): Promise<string[]> {
	if ((await pendingMigrations(pool, folder)).length === 0) return [];
	return withLock(pool, async (client) => {
		await client.query(
			"CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
		);
		const names = await pendingMigrations(client, folder);
		for (const name of names) await apply(client, name, readFileSync(join(folder, name), "utf8"));
		return names;
	});
}

/**
 * Runs `work` while no other process migrates. Processes that wait ask repeatedly instead of in one long statement: building an index
 * concurrently waits for every statement that started before it.
 */
async function withLock<T>(pool: Pool, work: (client: Executor) => Promise<T>): Promise<T> {
	const client = await pool.connect();
	let broken: Error | undefined;
	try {
		const take = () => readRow(client, { taken: flag }, "SELECT pg_try_advisory_lock($1) AS taken", [MIGRATION_LOCK]);
		while (!(await take())?.taken) await wait(LOOK_AGAIN_MS);
		return await work(client);
	} finally {
		await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch((error: Error) => {
			broken = error;
		});
		client.release(broken);
	}
}

async function apply(client: Executor, name: string, sql: string): Promise<void> {
	const note = () => client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
	if (sql.startsWith(OUTSIDE)) {
		await dropHalfBuiltIndexes(client);
		await client.query(sql);
		await note();
		return;
	}
	for (let tries = 1; ; tries++) {
		try {
			await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_LIMIT}'`);
			await client.query(sql);
			await note();
			await client.query("COMMIT");
			return;
		} catch (error) {
			await client.query("ROLLBACK");
			if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error;
			// Let those that waited behind it go first.
			await wait(LOOK_AGAIN_MS * tries);
		}
	}
}

/** An interrupted concurrent build leaves behind an index that is maintained but never read, and keeps the name. */
async function dropHalfBuiltIndexes(client: Executor): Promise<void> {
	const indexes = await readRows(
		client,
		{ name: text },
		`SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
		 WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace`,
	);
	for (const { name } of indexes) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === "55P03";
