import { randomBytes } from "node:crypto";
import type pg from "pg";

export const DATABASE = "plumbline";
/** Created by initdb. Prepares the roles below at every start and does nothing else. */
export const SUPERUSER = "plumbline";
/** Owns the tables. */
const OWNER = "plumbline_owner";
/** The role the server uses; it owns nothing. */
export const SERVER = "plumbline_server";

/** Random text that needs no quoting in SQL or in a URL. */
export const newPassword = (): string => randomBytes(24).toString("base64url");

/**
 * Creates the roles and the database, or updates those of an earlier version, where the superuser owned everything. `connect`
 * opens a superuser session on a database. Returns the owner's login, with a password that is not stored.
 */
export async function prepareRoles(
	connect: (database: string) => Promise<pg.Client>,
	serverPassword: string,
): Promise<{ user: string; password: string }> {
	const owner = { user: OWNER, password: newPassword() };
	const cluster = await connect("postgres");
	try {
		for (const [role, password] of [
			[OWNER, owner.password],
			[SERVER, serverPassword],
		]) {
			const { rowCount } = await cluster.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
			await cluster.query(
				`${rowCount === 0 ? "CREATE" : "ALTER"} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`,
			);
		}
		const { rowCount } = await cluster.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
		await cluster.query(
			rowCount === 0 ? `CREATE DATABASE ${DATABASE} OWNER ${OWNER}` : `ALTER DATABASE ${DATABASE} OWNER TO ${OWNER}`,
		);
		// By default every role may create temporary tables in a new database.
		await cluster.query(`REVOKE ALL ON DATABASE ${DATABASE}, postgres, template1 FROM PUBLIC`);
		// In `postgres` the server holds the lock that keeps out a second one.
		await cluster.query(`GRANT CONNECT ON DATABASE ${DATABASE}, postgres TO ${SERVER}`);
	} finally {
		await cluster.end();
	}
	const ours = await connect(DATABASE);
	try {
		await ours.query(TAKE_OVER);
	} finally {
		await ours.end();
	}
	return owner;
}

/** REASSIGN OWNED does not work for the role that initdb created, so its objects are transferred one by one, all or nothing. */
const TAKE_OVER = `
DO $$
DECLARE
  place oid[] := ARRAY(SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'));
  kind text;
  name text;
BEGIN
  FOR kind, name IN
    SELECT 'SCHEMA', nspname::regnamespace::text FROM pg_namespace
      WHERE nspname = 'pgboss' AND nspowner = '${SUPERUSER}'::regrole
    UNION ALL SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, oid::regclass::text FROM pg_class
      WHERE relnamespace = ANY (place) AND relkind IN ('r', 'p', 'v') AND relowner = '${SUPERUSER}'::regrole
    UNION ALL SELECT 'ROUTINE', oid::regprocedure::text FROM pg_proc
      WHERE pronamespace = ANY (place) AND proowner = '${SUPERUSER}'::regrole
    UNION ALL SELECT 'TYPE', oid::regtype::text FROM pg_type
      WHERE typnamespace = ANY (place) AND typtype = 'e' AND typowner = '${SUPERUSER}'::regrole
  LOOP
    EXECUTE format('ALTER %s %s OWNER TO ${OWNER}', kind, name);
  END LOOP;
END $$`;
