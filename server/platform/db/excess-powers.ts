import type { Pool } from "./pool.ts";
import { flag, neverNull, readRow } from "./rows.ts";

/** Predefined roles whose members can bypass table rights or reach outside the database. */
const POWERFUL_ROLES = [
	"pg_read_server_files",
	"pg_write_server_files",
	"pg_execute_server_program",
	"pg_write_all_data",
	"pg_maintain",
	"pg_create_subscription",
];

const MEANINGS = {
	superuser: "is a superuser, which may read files, run programs and switch the audit trail off",
	makesRoles: "may create roles (CREATEROLE)",
	replicates: "may read the whole cluster by replication (REPLICATION)",
	ignoresRows: "is not bound by row-level security (BYPASSRLS)",
	powerful: `is a member of a role that reaches beyond tables (${POWERFUL_ROLES.join(", ")})`,
	owns: "owns the audit trail, or may become its owner, and so may switch it off",
	changesTrail: "may change, delete, empty or switch off the audit trail (UPDATE, DELETE, TRUNCATE, TRIGGER)",
	creates: "may create tables or schemas (CREATE)",
};

const POWERS = {
	// These columns come from a view, so they are never NOT NULL.
	superuser: neverNull(flag),
	makesRoles: neverNull(flag),
	replicates: neverNull(flag),
	ignoresRows: neverNull(flag),
	powerful: flag,
	owns: flag,
	changesTrail: flag,
	creates: flag,
} satisfies Record<keyof typeof MEANINGS, typeof flag>;

/** What the role of these connections may do beyond what the server needs, as phrases that follow the role's name. */
export async function excessPowers(server: Pool): Promise<string[]> {
	const powers = await readRow(
		server,
		POWERS,
		`SELECT rolsuper AS "superuser", rolcreaterole AS "makesRoles", rolreplication AS "replicates",
		   rolbypassrls AS "ignoresRows",
		   EXISTS (SELECT 1 FROM pg_roles AS other
		     WHERE other.rolname = ANY ($1) AND pg_has_role(me.oid, other.oid, 'MEMBER')) AS "powerful",
		   pg_has_role(me.oid, trail.relowner, 'MEMBER') AS "owns",
		   has_any_column_privilege(trail.oid, 'UPDATE') OR has_table_privilege(trail.oid, 'DELETE, TRUNCATE, TRIGGER')
		     AS "changesTrail",
		   has_database_privilege(current_database(), 'CREATE')
		     OR EXISTS (SELECT 1 FROM pg_namespace
		       WHERE nspname !~ '^pg_' AND has_schema_privilege(pg_namespace.oid, 'CREATE')) AS "creates"
		 FROM pg_roles AS me, pg_class AS trail
		 WHERE me.rolname = current_user AND trail.oid = to_regclass('audit_trail')`,
		[POWERFUL_ROLES],
	);
	if (!powers) throw new Error("The audit trail cannot be found");
	// Everything else follows from this.
	if (powers.superuser) return [MEANINGS.superuser];
	// An owner has every right on what it owns.
	if (powers.owns) powers.changesTrail = false;
	return (Object.keys(MEANINGS) as (keyof typeof MEANINGS)[]).filter((key) => powers[key]).map((key) => MEANINGS[key]);
}
