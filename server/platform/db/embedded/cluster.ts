import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { type EmbeddedFolder, handOver } from "./place.ts";
import { newPassword, SUPERUSER } from "./roles.ts";
import type { RunAs } from "./run-as.ts";

const MAX_LOG_BYTES = 5_000_000;

/** Commands on one data directory. Each settles when its process has ended. */
export type Cluster = {
	/** Creates the data directory unless it exists. `onFirst` is called first, because this takes seconds. */
	create(onFirst: () => void): Promise<void>;
	/** `locked`: another postmaster has this directory. `failed`: see the text, the port may be taken. */
	start(port: number): Promise<{ status: "started" } | { status: "locked" } | { status: "failed"; why: string }>;
	/** Asks for a fast shutdown: sessions are ended and everything committed is kept. */
	stop(): Promise<void>;
};

export function openCluster(place: EmbeddedFolder, binaries: Binaries, runAs: RunAs, password: string): Cluster {
	const log = join(place.base, "pg.log");

	return {
		async create(onFirst) {
			if (existsSync(place.data)) return checkVersion(place.data);
			onFirst();
			// Created under another name and renamed when complete: an interrupted initdb leaves nothing that looks like a database.
			const unfinished = mkdtempSync(`${place.data}.new-`);
			const passwordFile = `${unfinished}.password`;
			writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
			handOver(unfinished, runAs);
			handOver(passwordFile, runAs);
			const { code, output } = await run(binaries.initdb, runAs, [
				`--pgdata=${unfinished}`,
				`--username=${SUPERUSER}`,
				`--pwfile=${passwordFile}`,
				"--auth=scram-sha-256",
				"--encoding=UTF8",
				"--locale-provider=builtin",
				"--locale=C.UTF-8",
				"--no-instructions",
			]);
			rmSync(passwordFile, { force: true });
			if (code !== 0) throw new EmbeddedDatabaseError(`The database could not be made in ${place.data}:\n${output}`);
			try {
				renameSync(unfinished, place.data);
			} catch (error) {
				rmSync(unfinished, { recursive: true, force: true });
				if (!existsSync(place.data)) throw error;
			}
		},

		async start(port) {
			if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) renameSync(log, `${log}.1`);
			writeFileSync(log, "", { flag: "a", mode: 0o600 });
			handOver(log, runAs);
			const sizeBefore = statSync(log).size;
			// pg_ctl gives the server its own session, so that Ctrl+C reaches us first and not it.
			const { code, output } = await run(binaries.pgCtl, runAs, [
				"start",
				"--wait",
				"--timeout=60",
				`--pgdata=${place.data}`,
				`--log=${log}`,
				"--options",
				// Each of our processes takes some twenty connections, and several share one database.
				`-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c log_min_messages=warning -c max_connections=300`,
			]);
			if (code === 0) return { status: "started" };
			const why = `${output}\n${readFileSync(log, "utf8").slice(sizeBefore)}`;
			return /lock file "postmaster.pid" already exists|another server might be running/.test(why)
				? { status: "locked" }
				: { status: "failed", why };
		},

		async stop() {
			await run(binaries.pgCtl, runAs, ["stop", "--mode=fast", "--wait", "--timeout=8", `--pgdata=${place.data}`]);
		},
	};
}

/** A role's password: created once, readable only by us. If two first starts race, both use the same one. */
export function keepPassword(file: string): string {
	try {
		writeFileSync(file, newPassword(), { flag: "wx", mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	return readFileSync(file, "utf8").trim();
}

/** A port that was free a moment ago: PostgreSQL cannot choose one itself. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() =>
				address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
			);
		});
	});
}

function checkVersion(data: string): void {
	const file = join(data, "PG_VERSION");
	const found = existsSync(file) ? readFileSync(file, "utf8").trim() : "nothing";
	if (found === "18") return;
	throw new EmbeddedDatabaseError(
		`${data} holds ${found === "nothing" ? "no PostgreSQL database" : `a database of PostgreSQL ${found}`}, and this version of Plumbline brings PostgreSQL 18. Give another VAR_DIR, or set DATABASE_URL.`,
	);
}

function run(program: string, runAs: RunAs, args: string[]): Promise<{ code: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		// The other user may not be able to enter the working directory. No inherited output: the server that pg_ctl starts would hold it
		// open forever.
		const child = spawn(program, args, {
			cwd: "/",
			...runAs,
			env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
			stdio: ["ignore", "pipe", "pipe"],
		});
		let output = "";
		const read = (chunk: Buffer) => {
			output += chunk.toString();
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		child.once("error", reject);
		child.once("exit", (code) => resolve({ code, output: output.trim() }));
	});
}
