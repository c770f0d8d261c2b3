import type { Executor } from "#server/platform/db/pool.ts";

/** The rows of every table, by its name, as JSON. */
export type Rows = Record<string, Record<string, unknown>[]>;

/** Our own tables, except for the list of migrations. */
const TABLES = `SELECT relname::text AS name FROM pg_class
	WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'migrations' ORDER BY relname`;

export async function readRows(executor: Executor): Promise<Rows> {
	const rows: Rows = {};
	for (const { name } of (await executor.query(TABLES)).rows as { name: string }[]) {
		const { rows: found } = await executor.query(`SELECT to_jsonb(t) AS row FROM ${name} t`);
		rows[name] = (found as { row: Record<string, unknown> }[]).map(({ row }) => row);
	}
	return rows;
}

/** Puts recorded rows into tables of the same version, unchanged: no trigger runs. Needs a superuser's connection. */
export async function writeRows(executor: Executor, rows: Rows): Promise<void> {
	await executor.query("SET session_replication_role = replica");
	for (const [table, content] of Object.entries(rows)) {
		const { rows: columns } = await executor.query(
			`SELECT attname::text AS name, attidentity <> '' AS numbered FROM pg_attribute
			 WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
			[table],
		);
		const named = columns as { name: string; numbered: boolean }[];
		const list = named.map(({ name }) => `"${name}"`).join(", ");
		await executor.query(
			`INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
			[JSON.stringify(content)],
		);
		for (const { name } of named.filter(({ numbered }) => numbered)) {
			await executor.query(
				`SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max("${name}"), 0) + 1, false) FROM ${table}`,
				[table, name],
			);
		}
	}
	await executor.query("RESET session_replication_role");
}
