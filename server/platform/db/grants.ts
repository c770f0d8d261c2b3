import pg from "pg";
import { MIGRATION_LOCK } from "./migrate.ts";
import { type Executor, inTransaction, type Pool } from "./pool.ts";
import { flag, readRows, text } from "./rows.ts";

/** A table, and what the server's role may do with it. A privilege on only some columns is followed by those columns. */
type Grant = { schema: string; table: string; privileges: readonly string[] };

const ROWS = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/** The server may write all rows of our own tables, except in these. */
const RESTRICTED: Readonly<Record<string, readonly string[]>> = {
	migrations: ["SELECT"],
	// The database sets an entry's time and number.
	audit_trail: ["SELECT", "INSERT (what, who, scan_id, kind, target, detail, statement)"],
	audit_addresses: ["SELECT", "INSERT (audit_id, address)", "DELETE"],
	// The same for a workspace's audit log. The database itself sets what goes into the hash. A trigger refuses changes. 0.2.0 starts
	// only if it is allowed to try them.
	audit_entries: [
		"SELECT",
		"INSERT (workspace_id, client_id, who, who_name, what, subject_type, subject_id, detail)",
		"UPDATE",
		"DELETE",
	],
	// The list only grows, as above.
	evidence_custody: [
		"SELECT",
		"INSERT (workspace_id, evidence_id, at, who, who_name, what, subject_type, subject_id)",
		"UPDATE",
		"DELETE",
	],
};

/** What pg-boss needs to send and run jobs from queues that share one table, with migrations and statistics switched off. */
const QUEUE_SCHEMA = "pgboss";
const QUEUE: Readonly<Record<string, readonly string[]>> = {
	version: ["SELECT", "UPDATE"],
	queue: ["SELECT", "INSERT", "UPDATE"],
	schedule: ["SELECT", "INSERT", "UPDATE"],
	job: ROWS,
	job_common: ROWS,
	job_dependency: ["SELECT", "DELETE"],
};

/** Everything the server's role needs on tables. A table is ours if it has the same owner as the list of migrations. */
async function neededGrants(executor: Executor): Promise<Grant[]> {
	const rows = await readRows(
		executor,
		{ schema: text, table: text, view: flag },
		`SELECT nspname::text AS schema, relname::text AS table, relkind = 'v' AS view
		 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
		 WHERE relkind IN ('r', 'p', 'v') AND (relnamespace, relowner) =
		   (SELECT relnamespace, relowner FROM pg_class WHERE oid = to_regclass('migrations'))
		 ORDER BY relname`,
	);
	return [
		...rows.map(({ schema, table, view }) => ({
			schema,
			table,
			privileges: view ? ["SELECT"] : (RESTRICTED[table] ?? ROWS),
		})),
		...Object.entries(QUEUE).map(([table, privileges]) => ({ schema: QUEUE_SCHEMA, table, privileges })),
	];
}

/** Grants the server's role what it needs and revokes everything else. Run by the owner of the tables. */
export async function grantToServer(owner: Pool, role: string): Promise<void> {
	await inTransaction(owner, async (client) => {
		await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
		const to = pg.escapeIdentifier(role);
		const grants = (await neededGrants(client)).map(({ privileges, ...name }) => ({
			table: `${pg.escapeIdentifier(name.schema)}.${pg.escapeIdentifier(name.table)}`,
			schema: pg.escapeIdentifier(name.schema),
			privileges: privileges.join(", "),
		}));
		for (const schema of new Set(grants.map((grant) => grant.schema))) {
			await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${to}`);
		}
		for (const { table, privileges } of grants) {
			await client.query(`REVOKE ALL ON ${table} FROM ${to}; GRANT ${privileges} ON ${table} TO ${to}`);
		}
	});
}

/** What the role of these connections lacks, such as `DELETE on public.scans`. */
export async function missingGrants(server: Pool): Promise<string[]> {
	const needed = (await neededGrants(server)).flatMap(({ privileges, ...name }) =>
		privileges.map((privilege) => ({ ...name, privilege: privilege.split(" ", 1)[0] })),
	);
	const rows = await readRows(
		server,
		{ missing: text },
		`SELECT needed.privilege || ' on ' || needed.schema || '.' || needed.table AS missing
		 FROM jsonb_to_recordset($1) AS needed (schema text, "table" text, privilege text)
		 JOIN pg_namespace ON nspname = needed.schema
		 JOIN pg_class ON relnamespace = pg_namespace.oid AND relname = needed.table
		 WHERE NOT has_schema_privilege(pg_namespace.oid, 'USAGE') OR NOT CASE needed.privilege
		   WHEN 'DELETE' THEN has_table_privilege(pg_class.oid, 'DELETE')
		   ELSE has_any_column_privilege(pg_class.oid, needed.privilege) END`,
		[JSON.stringify(needed)],
	);
	return rows.map(({ missing }) => missing);
}
