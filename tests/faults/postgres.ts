import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { prepareBinaries } from "#server/db/embedded/binaries.ts";
import { startEmbeddedDatabase } from "#server/db/embedded/embedded.ts";
import { chooseRunAs } from "#server/db/embedded/run-as.ts";
import { createPool } from "#server/db/pool.ts";
import { setUpDatabase } from "#server/db/set-up-database.ts";
import { until } from "../support/until.ts";

/** A PostgreSQL of its own, with the schema, that can be treated as badly as a real one is. */
export type Postgres = {
	/** For the role the server uses. */
	url: string;
	port: number;
	/** Runs a statement as the superuser, on a connection of its own, and returns the rows. */
	ask<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
	/** `fast`: sessions are ended. `immediate`: as after a power cut, it recovers from its log. */
	restart(mode: "fast" | "immediate"): Promise<void>;
	/** Starts it if it is not running, and waits until it answers. */
	ensureRunning(): Promise<void>;
	cutConnections(): Promise<void>;
	setReadOnly(on: boolean): Promise<void>;
	stop(): Promise<void>;
};

/** `folder`: its data, such as a small disk. */
export async function startPostgres(folder: string): Promise<Postgres> {
	const database = await startEmbeddedDatabase(folder);
	const pool = createPool(database.url, () => {});
	await setUpDatabase(database.url, pool, database.ownerUrl);
	await pool.end();

	const url = new URL(database.url);
	const superuser = new URL(database.url);
	superuser.username = "plumbline";
	superuser.password = await readFile(join(dirname(database.data), "pg-password"), "utf8");
	const runAs = chooseRunAs();
	const { pgCtl } = prepareBinaries(runAs, dirname(database.data));
	const control = async (...args: string[]) => {
		const log = join(dirname(database.data), "pg.log");
		const child = spawn(pgCtl, [...args, "--wait", `--pgdata=${database.data}`, `--log=${log}`], {
			cwd: "/",
			...runAs,
			stdio: "ignore",
		});
		const [code] = await once(child, "exit");
		return code === 0;
	};
	const ask = async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => {
		const client = new pg.Client({ connectionString: superuser.href, connectionTimeoutMillis: 5_000 });
		client.on("error", () => {});
		try {
			await client.connect();
			return (await client.query<Row>(text, values)).rows;
		} finally {
			await client.end().catch(() => {});
		}
	};
	const answers = () =>
		ask("SELECT 1").then(
			() => true,
			() => false,
		);
	return {
		url: url.href,
		port: Number(url.port),
		ask,
		async restart(mode) {
			if (!(await control("restart", `--mode=${mode}`))) throw new Error(`PostgreSQL did not restart (${mode})`);
			await until(answers, "PostgreSQL answers again");
		},
		async ensureRunning() {
			await until(async () => (await answers()) || ((await control("start")) && (await answers())), "PostgreSQL runs");
		},
		async cutConnections() {
			await ask(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
			);
		},
		async setReadOnly(on) {
			await ask(`ALTER SYSTEM SET default_transaction_read_only = ${on ? "on" : "off"}`);
			await ask("SELECT pg_reload_conf()");
		},
		stop: database.stop,
	};
}
