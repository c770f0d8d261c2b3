import pg from "pg";
import { int, readRow } from "./rows.ts";

const ROUNDS = 5;
/** Longer than a busy database takes to begin a transaction. */
const PATIENCE_MS = 10_000;

/**
 * Whether the server at this address passes a client's connection to another client between transactions, as PgBouncer does with
 * `pool_mode = transaction`. PostgreSQL itself and session poolers do not. Each round holds one client's connection in a transaction:
 * either it is the one the other client had, or the other client gets a new one.
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
	// A broken connection fails with its next statement.
	client.on("error", () => {});
	await client.connect();
	return client;
}

async function backendOf(client: pg.Client): Promise<number> {
	const backend = await readRow(client, { pid: int }, "SELECT pg_backend_pid() AS pid");
	if (backend?.pid == null) throw new Error("A connection did not say which one it is");
	return backend.pid;
}
