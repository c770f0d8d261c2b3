import { randomBytes } from "node:crypto";
import type pg from "pg";

export const DATABASE = "plumbline";
/** Made by initdb; prepares the roles below at every start and does nothing else. */
export const SUPERUSER = "plumbline";
/** Has the tables. */
const OWNER = "plumbline_owner";
/** What the server works as; it has nothing of its own. */
export const SERVER = "plumbline_server";

/** Random text that needs no quoting, neither in SQL nor in an address. */
export const newPassword = (): string => randomBytes(24).toString("base64url");

/**
 * Makes the roles and the database, or brings those of an earlier version up to date: there the superuser had everything.
 * `connect` opens a session of the superuser on a database. Returns how the owner signs in, with a password that is kept
 * nowhere.
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
		// Everybody may make temporary tables in a new database.
		await cluster.query(`REVOKE ALL ON DATABASE ${DATABASE}, postgres, template1 FROM PUBLIC`);
		// In `postgres` the server holds the lock that keeps a second one out.
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

/** REASSIGN OWNED refuses the role that initdb made, so what that one had is handed over piece by piece, or nothing is. */
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
