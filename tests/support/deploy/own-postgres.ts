import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseRunAs } from "#server/platform/db/embedded/run-as.ts";
import { freePort } from "../free-ports.ts";
import { scratchFolder } from "../scratch-folder.ts";

const HOME = "/usr/lib/postgresql";
const PROGRAMS = ["initdb", "pg_ctl", "pg_dump", "pg_restore"];

/** This machine's own PostgreSQL with all of its programs, newest first. The embedded one has neither pg_dump nor pg_restore. */
export function findPostgres(): string | undefined {
	const versions = existsSync(HOME) ? readdirSync(HOME).sort((one, other) => Number(other) - Number(one)) : [];
	return versions
		.map((version) => join(HOME, version, "bin"))
		.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));
}

export type OwnPostgres = { superuserUrl: string; version: string; stop(): void };

/** A PostgreSQL as an operator would run it, with nothing in it. */
export async function startPostgres(bin: string): Promise<OwnPostgres> {
	const runAs = chooseRunAs();
	const folder = await scratchFolder("postgres");
	const data = join(folder, "data");
	const passwordFile = join(folder, "password");
	const password = randomBytes(12).toString("hex");
	writeFileSync(passwordFile, password);
	mkdirSync(data, { mode: 0o700 });
	chmodSync(folder, 0o755);
	if (runAs) for (const path of [data, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
	const run = (program: string, args: string[]) => {
		const { status, stdout, stderr } = spawnSync(join(bin, program), args, { ...runAs, cwd: "/", encoding: "utf8" });
		if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
		return stdout;
	};
	run("initdb", [
		`--pgdata=${data}`,
		"--username=admin",
		`--pwfile=${passwordFile}`,
		"--auth=scram-sha-256",
		"--encoding=UTF8",
		"--no-locale",
		"--no-sync",
	]);
	const port = await freePort();
	const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
	run("pg_ctl", ["start", "--wait", `--pgdata=${data}`, `--log=${join(data, "log")}`, "--options", options]);
	return {
		superuserUrl: `postgres://admin:${password}@127.0.0.1:${port}/postgres`,
		version: run("pg_dump", ["--version"]).trim(),
		stop: () => run("pg_ctl", ["stop", "--mode=immediate", "--wait", `--pgdata=${data}`]),
	};
}
