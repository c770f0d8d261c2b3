import pg from "pg";

/** A column of a result, as PostgreSQL describes it. */
export type Field = Pick<pg.FieldDef, "name" | "dataTypeID" | "tableID" | "columnID">;
/** Rows are of unknown type until `readRows` (rows.ts) has checked them. */
type Result = { rows: unknown[]; rowCount: number | null; fields: readonly Field[] };

/** A statement. With a name, each connection plans it only once: for statements that run with every request. */
export type Statement = string | { name: string; text: string };

/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export type Executor = { query(statement: Statement, values?: readonly unknown[]): Promise<Result> };
export type Pool = Executor & {
	connect(): Promise<Executor & Pick<pg.PoolClient, "release">>;
	end(): Promise<void>;
	/** The statement that begins a transaction and sets what it sees (`beginWith`). */
	readonly begin: string;
	/** Whether a connection sends statements without waiting for the answers to earlier ones. */
	readonly pipelines?: boolean;
};

/** A pool that reports how many connections it has, how many are idle, and how many callers are waiting for one. */
export type CountedPool = Pool & Readonly<Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>;

// bigint as number: our counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long a process waits for its database, in milliseconds. */
export type Patience = {
	/** For a row that another process holds; that process may have stopped. */
	lock_timeout: number;
	statement_timeout: number;
	/** The same, measured on this side: a network that drops everything ends no statement. */
	query_timeout: number;
	/** How long until the database ends a transaction of a process that stopped in the middle of it, and releases its locks. */
	idle_in_transaction_session_timeout: number;
};

const patience = (statement: number): Patience => ({
	lock_timeout: 10_000,
	statement_timeout: statement,
	query_timeout: statement + 5_000,
	idle_in_transaction_session_timeout: 60_000,
});
/** For a process that only answers requests: senders wait for 20 seconds. */
export const REQUEST_PATIENCE = patience(30_000);
/** For a process that runs jobs, which may delete years of old data in one statement. */
export const WORK_PATIENCE = patience(600_000);
/** For probes, which have their own connection: they measure the database, however busy the other connections are. */
const PROBE_PATIENCE: Patience = { ...patience(2_000), query_timeout: 2_000 };

/**
 * A connection that has been idle this long is closed. A new one costs its first requests dozens of milliseconds, while PostgreSQL starts
 * a process, checks the password and plans every statement again.
 */
const IDLE_MS = 300_000;

/** Must differ from the name of 0.2's connections, which the walls let through until they are closed (close-walls.ts). */
const APPLICATION = "plumbline-server";

/**
 * What statements see of workspaces (migrations/0027-walls.sql). `nothing`, until a transaction names a workspace
 * (server/platform/tenancy/within.ts): for requests. `all`: for work across workspaces, whose statements name the workspace themselves.
 */
export type Sees = "nothing" | "all";

const OPENINGS: Readonly<Record<Sees, string>> = {
	nothing: "BEGIN; SET LOCAL plumbline.walls = 'on'",
	all: "BEGIN; SET LOCAL plumbline.walls = 'on'; SET LOCAL plumbline.workspace = '*'",
};

/**
 * For the server's role. Each statement runs in a transaction that sets what it sees, so none of that stays on the connection: the next
 * user of the connection, even from a pooler, sees nothing. Parameters in the address, such as `?lock_timeout=500`, come before `limits`.
 */
export function createPool(
	connectionString: string,
	onError: (error: Error) => void,
	{ sees = "all", limits }: { sees?: Sees; limits?: Patience } = {},
): CountedPool {
	const opened = unbreakable({ ...settingsOf(connectionString), pipeline: true, ...limits }, onError);
	const pool: CountedPool = Object.assign(opened, {
		begin: OPENINGS[sees],
		pipelines: true,
		query: (statement: Statement, values?: readonly unknown[]) => inOwnTransaction(pool, statement, values),
	});
	return pool;
}

/** For the role that owns the tables: no wall applies to it, and its statements take as long as a migration takes. */
export function createOwnerPool(connectionString: string, onError: (error: Error) => void): CountedPool {
	return Object.assign(unbreakable(settingsOf(connectionString), onError), { begin: "BEGIN" });
}

const settingsOf = (connectionString: string): pg.PoolConfig => ({
	connectionString,
	max: 10,
	connectionTimeoutMillis: 10_000,
	idleTimeoutMillis: IDLE_MS,
	keepAlive: true,
	keepAliveInitialDelayMillis: 10_000,
	application_name: APPLICATION,
});

/** One connection, for probes. It is closed when no probe has come for a while. */
export function createProbe(connectionString: string, onError: (error: Error) => void): CountedPool {
	const settings = {
		connectionString,
		max: 1,
		connectionTimeoutMillis: 2_000,
		application_name: "plumbline-probe",
		...PROBE_PATIENCE,
	};
	return Object.assign(unbreakable(settings, onError), { begin: "BEGIN" });
}

/** A pool whose connections may break without ending the process. */
function unbreakable(settings: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
	const pool = new pg.Pool(settings);
	// Idle connections break when the database restarts. The pool replaces them.
	pool.on("error", onError);
	// A connection that breaks while its transaction waits for something else emits this event, which without a listener would end the
	// process. The transaction finds out with its next statement.
	pool.on("connect", (client) => client.on("error", () => {}));
	return pool;
}

/** Runs `work` in one transaction. Commits if it resolves with a result to `keep`, otherwise rolls back. */
export async function inTransaction<T>(
	pool: Pool,
	work: (client: Executor) => Promise<T>,
	keep: (result: T) => boolean = () => true,
): Promise<T> {
	const client = await pool.connect();
	let broken: Error | undefined;
	try {
		await client.query(pool.begin);
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

/**
 * Runs one statement in its own transaction. With pipelining, this takes one round trip instead of three: if the transaction cannot
 * begin, the statement sees nothing (`Sees`), and if the statement fails, the commit is a rollback.
 */
export async function inOwnTransaction(pool: Pool, statement: Statement, values?: readonly unknown[]): Promise<Result> {
	if (!pool.pipelines) return inTransaction(pool, (client) => client.query(statement, values));
	const client = await pool.connect();
	let broken: Error | undefined;
	try {
		const [begun, answered, ended] = await Promise.allSettled([
			client.query(pool.begin),
			client.query(statement, values),
			client.query("COMMIT"),
		]);
		for (const { reason } of [begun, ended].filter((one) => one.status === "rejected")) broken = reason;
		if (answered.status === "rejected") throw answered.reason;
		if (broken) throw broken;
		return answered.value;
	} finally {
		client.release(broken);
	}
}
