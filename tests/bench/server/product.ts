import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { freePort } from "#server/platform/db/embedded/cluster.ts";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { createOwnerPool, createPool, type Pool } from "#server/platform/db/pool.ts";
import { freePort as freePracticePort } from "../../support/free-ports.ts";
import { NO_LIMITS } from "../../support/server/no-limits.ts";

/** One server process, like one that an operator starts. */
export type ServerProcess = {
	/** Where it listens; empty for a worker. */
	url: string;
	/** Memory that it uses now, in MB. */
	memory(): Promise<number>;
	/** Processor time that it has used so far, in milliseconds. */
	cpu(): Promise<number>;
	/** Everything it printed so far. */
	output(): string;
	stop(): Promise<void>;
};

/** PostgreSQL with the schema, and any number of server processes on it. */
export type Product = {
	databaseUrl: string;
	/** For the role that the server has. */
	pool: Pool;
	/** For the role that the tables belong to. */
	owner: Pool;
	start(role: "api" | "worker", env?: Record<string, string>): Promise<ServerProcess>;
	/** The practice target, in a separate process. Returns its addresses. */
	startPractice(): Promise<string[]>;
	/** Ends every process, then the database, and deletes its folder. */
	close(): Promise<void>;
};

const READY_WITHIN_MS = 60_000;
/** USER_HZ: clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** The machine, for the notes below a table. */
export const machine = () =>
	`${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.version}`;

export async function startProduct(): Promise<Product> {
	const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
	// PostgreSQL runs as a separate user when this runs as root.
	await chmod(folder, 0o755);
	const database = await startEmbeddedDatabase(folder);
	const pool = createPool(database.url, () => {});
	const owner = createOwnerPool(database.ownerUrl, () => {});
	await setUpDatabase(database.url, pool, database.ownerUrl);
	const running = new Set<ChildProcess>();

	async function run(program: string, env: Record<string, string>, ready: RegExp) {
		const child = spawn(process.execPath, [program], {
			env: { ...process.env, ...env },
			stdio: ["ignore", "pipe", "pipe"],
		});
		running.add(child);
		let output = "";
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const timer = setTimeout(() => reject(new Error(`${program} is not ready:\n${output}`)), READY_WITHIN_MS);
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			if (ready.test(output)) resolve();
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		child.once("exit", (code) => {
			running.delete(child);
			reject(new Error(`${program} ended with ${code}:\n${output}`));
		});
		await promise.finally(() => clearTimeout(timer));
		return { child, output: () => output };
	}

	return {
		databaseUrl: database.url,
		pool,
		owner,
		async start(role, env = {}) {
			const port = await freePort();
			const { child, output } = await run(
				"server/app/main.ts",
				{
					ROLE: role,
					DATABASE_URL: database.url,
					PORT: String(port),
					VAR_DIR: join(folder, `${role}-${port}`),
					PRACTICE_TARGET: "off",
					ENGINES: "off",
					LOG_LEVEL: "error",
					...NO_LIMITS,
					...env,
				},
				/ is ready (at|to work)/,
			);
			return {
				url: role === "api" ? `http://127.0.0.1:${port}` : "",
				memory: () => memoryOf(child.pid),
				cpu: () => cpuOf(child.pid),
				output,
				stop: () => stop(child),
			};
		},
		async startPractice() {
			// Not one that the system gives to connections: the one after it is used, too.
			const port = await freePracticePort();
			const { output } = await run("server/scanning/practice/main.ts", { PRACTICE_PORT: String(port) }, /http\S+/);
			return output().match(/https?:\/\/[^\s,]+/g) ?? [];
		},
		async close() {
			await Promise.all([...running].map(stop));
			await Promise.all([pool.end(), owner.end()]);
			await database.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	child.once("exit", () => resolve());
	child.kill("SIGTERM");
	await promise;
}

async function memoryOf(pid: number | undefined): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024);
}

async function cpuOf(pid: number | undefined): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8");
	// The name in the second field may contain spaces. The 14th and 15th fields are the times.
	const [user, system] = stat
		.slice(stat.lastIndexOf(")") + 2)
		.split(" ")
		.slice(11, 13);
	return ((Number(user) + Number(system)) * 1_000) / TICKS_PER_SECOND;
}
