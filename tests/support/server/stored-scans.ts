import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

export type StoredScan = { id: string; owner: string; target: string; status: string };

/** The scans that a server's embedded database stores for a mailbox: what really happened, whatever screens and answers say. */
export const storedScans = (varDir: string, email: string): Promise<StoredScan[]> =>
	withEmbeddedDatabase(varDir, async (client) => {
		const { rows } = await client.query<StoredScan>("SELECT id, owner, target, status FROM scans WHERE email = $1", [
			email,
		]);
		return rows;
	});

/** Runs `task` on the embedded database of a running server. */
export async function withEmbeddedDatabase<T>(varDir: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
	const [pidFile, password] = await Promise.all([
		readFile(join(varDir, "pg/postmaster.pid"), "utf8"),
		readFile(join(varDir, "pg-password"), "utf8"),
	]);
	// Its fourth line is the port (PostgreSQL, miscadmin.h, LOCK_FILE_LINE_PORT).
	const port = Number(pidFile.split("\n")[3]);
	const client = new pg.Client({
		host: "127.0.0.1",
		port,
		user: "plumbline",
		password: password.trim(),
		database: "plumbline",
	});
	await client.connect();
	try {
		return await task(client);
	} finally {
		await client.end();
	}
}
