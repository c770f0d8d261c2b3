import pg from "pg";

/** A column of a result, as PostgreSQL describes it. */
export type Field = Pick<pg.FieldDef, "name" | "dataTypeID" | "tableID" | "columnID">;
/** Rows are unknown until `readRows` (rows.ts) has checked them. */
type Result = { rows: unknown[]; rowCount: number | null; fields: readonly Field[] };

/** A statement. With a name, each connection plans it only once; for those that run with every request. */
export type Statement = string | { name: string; text: string };

/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export type Executor = { query(statement: Statement, values?: readonly unknown[]): Promise<Result> };
export type Pool = Executor & { connect(): Promise<Executor & Pick<pg.PoolClient, "release">>; end(): Promise<void> };

/** A pool that says how many connections it has, how many of them are idle, and how many callers wait for one. */
export type CountedPool = Pool & Readonly<Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>;

// bigint as number: counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function createPool(connectionString: string, onError: (error: Error) => void): CountedPool {
	const pool = new pg.Pool({
		connectionString,
		max: 10,
		connectionTimeoutMillis: 10_000,
		application_name: "plumbline",
	});
	// Idle connections break when the database restarts; the pool replaces them.
	pool.on("error", onError);
	return pool;
}

/** Runs `work` in one transaction. Commits if it resolves with a result to `keep`, rolls back otherwise. */
export async function inTransaction<T>(
	pool: Pool,
	work: (client: Executor) => Promise<T>,
	keep: (result: T) => boolean = () => true,
): Promise<T> {
	const client = await pool.connect();
	let broken: Error | undefined;
	try {
		await client.query("BEGIN");
		const result = await work(client);
		await client.query(keep(result) ? "COMMIT" : "ROLLBACK");
		return result;
	} catch (error) {
		await client.query("ROLLBACK").catch((rollbackError: Error) => {
			broken = rollbackError;
		});
		throw error;
	} finally {
		client.release(broken);
	}
}
