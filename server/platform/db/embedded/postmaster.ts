import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What `postmaster.pid` says about the server that wrote it (PostgreSQL: utils/pidfile.h). */
export type Postmaster = { pid: number; dataDirectory: string; port: number };

const LINE = { pid: 0, dataDirectory: 1, port: 3 };

/** Reads a pid file's text; undefined if it contains anything else, after a crash or an edit. */
export function parsePostmaster(text: string): Postmaster | undefined {
	const lines = text.split("\n");
	const pid = Number(lines[LINE.pid]);
	const port = Number(lines[LINE.port]);
	const dataDirectory = lines[LINE.dataDirectory] ?? "";
	if (!Number.isInteger(pid) || pid < 1 || !Number.isInteger(port) || port < 1 || dataDirectory === "")
		return undefined;
	return { pid, dataDirectory, port };
}

/** Whether this process is a PostgreSQL on this very data directory. Pids are recycled, so being alive proves nothing. */
export function isPostmasterOf(commandLine: string, data: string): boolean {
	// Linux separates arguments by NUL. Elsewhere ps uses a space, which a folder's name may also contain.
	const line = `${commandLine.replaceAll("\0", " ").trim()} `;
	return /[/\\]?postgres(\.exe)? /.test(line) && line.includes(` -D ${data} `);
}

/** Empty when there is no such process. */
function commandLineOf(pid: number): string {
	const proc = `/proc/${pid}/cmdline`;
	if (existsSync(proc)) return readFileSync(proc, "utf8");
	return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}

export type PidFile =
	| { status: "none" }
	/** Written by a postmaster that still runs on this data directory. */
	| { status: "live"; postmaster: Postmaster }
	/** Left behind by a crash: it is unreadable, or its process is gone or is now a different program. */
	| { status: "stale"; text: string };

export function readPidFile(data: string): PidFile {
	let text: string;
	try {
		text = readFileSync(pidFile(data), "utf8");
	} catch {
		return { status: "none" };
	}
	const postmaster = parsePostmaster(text);
	if (postmaster && isPostmasterOf(commandLineOf(postmaster.pid), data)) return { status: "live", postmaster };
	return { status: "stale", text };
}

/** Removes a stale pid file, unless a new one has been written since it was read. */
export function removeStalePidFile(data: string, text: string): void {
	if (existsSync(pidFile(data)) && readFileSync(pidFile(data), "utf8") === text) rmSync(pidFile(data));
}

function pidFile(data: string): string {
	return join(data, "postmaster.pid");
}
