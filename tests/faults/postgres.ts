import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { prepareBinaries } from "#server/platform/db/embedded/binaries.ts";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { chooseRunAs } from "#server/platform/db/embedded/run-as.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { until } from "../support/until.ts";

/** A separate PostgreSQL with the schema, which can be treated as badly as a real one is. */
export type Postgres = {
	/** For the role the server uses. */
	url: string;
	port: number;
	/** Runs a statement as the superuser, on its own connection, and returns the rows. */
	ask<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
	/** `fast`: sessions are ended. `immediate`: as after a power cut, it recovers from its log. */
	restart(mode: "fast" | "immediate"): Promise<void>;
	/** Starts it if it is not running, and waits until it answers. */
	ensureRunning(): Promise<void>;
	cutConnections(): Promise<void>;
	setReadOnly(on: boolean): Promise<void>;
	/** Moves its clock relative to this machine's, immediately and for all its processes; undefined without libfaketime. */
	setClock: ((offsetSeconds: number) => Promise<void>) | undefined;
	stop(): Promise<void>;
};

/** `folder`: its data, such as a small disk. `faketime`: the library that can move its clock. */
export async function startPostgres(folder: string, faketime?: string): Promise<Postgres> {
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
	const clock = join(dirname(database.data), "clock");
	const setClock = async (offsetSeconds: number) => {
		// Replaced in one step: it is read every time the clock is.
		await writeFile(`${clock}.new`, `${offsetSeconds < 0 ? "-" : "+"}${Math.abs(offsetSeconds)}\n`, { mode: 0o644 });
		await rename(`${clock}.new`, clock);
	};
	const env = faketime
		? {
				...process.env,
				LD_PRELOAD: faketime,
				FAKETIME_TIMESTAMP_FILE: clock,
				FAKETIME_NO_CACHE: "1",
				// Monotonic time is unaffected: only the time of day jumps.
				FAKETIME_DONT_FAKE_MONOTONIC: "1",
			}
		: process.env;
	const control = async (...args: string[]) => {
		const log = join(dirname(database.data), "pg.log");
		const child = spawn(pgCtl, [...args, "--wait", `--pgdata=${database.data}`, `--log=${log}`], {
			cwd: "/",
			env,
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
	const restart = async (mode: "fast" | "immediate") => {
		if (!(await control("restart", `--mode=${mode}`))) throw new Error(`PostgreSQL did not restart (${mode})`);
		await until(answers, "PostgreSQL answers again");
	};
	if (faketime) {
		await setClock(0);
		await restart("fast");
		await setClock(3_600);
		const [row] = await ask<{ now: Date }>("SELECT now()");
		if (Math.abs(Number(row?.now) - Date.now() - 3_600_000) > 60_000) throw new Error(`${faketime} moves no clock`);
		await setClock(0);
	}
	return {
		url: url.href,
		port: Number(url.port),
		ask,
		restart,
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
		setClock: faketime ? setClock : undefined,
		stop: database.stop,
	};
}
