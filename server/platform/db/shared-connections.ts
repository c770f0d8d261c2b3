import pg from "pg";
import { int, readRow } from "./rows.ts";

const ROUNDS = 5;
/** Longer than a busy database takes to begin a transaction. */
const PATIENCE_MS = 10_000;

/**
 * Whether what answers at this address gives the connection of one client to another between transactions, as PgBouncer does with
 * `pool_mode = transaction`. PostgreSQL itself and poolers of sessions do not. Each round holds one client's connection in a
 * transaction: it is the one that the other client had, or the other gets a new one.
 */
export async function sharesConnections(connectionString: string): Promise<boolean> {
	const [one, other] = await Promise.all([connect(connectionString), connect(connectionString)]);
	try {
		for (let round = 0; round < ROUNDS; round++) {
			const before = await backendOf(one);
			await other.query("BEGIN");
			if ((await backendOf(other)) === before) return true;
			if ((await backendOf(one)) !== before) return true;
			await other.query("COMMIT");
		}
		return false;
	} finally {
		await Promise.all([one.end(), other.end()]);
	}
}

async function connect(connectionString: string): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString,
		connectionTimeoutMillis: PATIENCE_MS,
		query_timeout: PATIENCE_MS,
		application_name: "plumbline-start",
	});
	// One that breaks says so with its next statement.
	client.on("error", () => {});
	await client.connect();
	return client;
}

async function backendOf(client: pg.Client): Promise<number> {
	const backend = await readRow(client, { pid: int }, "SELECT pg_backend_pid() AS pid");
	if (backend?.pid == null) throw new Error("A connection did not say which one it is");
	return backend.pid;
}
