import type { Pool } from "./pool.ts";
import { flag, int, readRow } from "./rows.ts";

/** What 0.2 calls its connections. Ours have a different name (pool.ts). */
const OLD_APPLICATION = "plumbline";

/**
 * Whether a connection with the server's role that sets nothing sees rows of workspaces, as 0.2's connections have to
 * (migrations/0068-close-walls.sql).
 */
export async function wallsAreOpen(server: Pool): Promise<boolean> {
	const client = await server.connect();
	try {
		return (await readRow(client, { open: flag }, 'SELECT coalesce(sees_all(), false) AS "open"'))?.open ?? false;
	} finally {
		client.release();
	}
}

/** Closes the walls for good, unless processes of 0.2 are connected, because they would no longer see anything. Returns how many are. */
export async function closeWalls(owner: Pool): Promise<{ closed: true } | { closed: false; connections: number }> {
	const seen = await readRow(
		owner,
		{ connections: int },
		`SELECT count(*)::integer AS connections FROM pg_stat_activity
		 WHERE datname = current_database() AND application_name = $1`,
		[OLD_APPLICATION],
	);
	const connections = seen?.connections ?? 0;
	if (connections > 0) return { closed: false, connections };
	await owner.query("SELECT close_walls()");
	return { closed: true };
}
