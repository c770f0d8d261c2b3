import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import * as z from "zod/mini";

const holder = z.object({ id: z.string(), pid: z.int(), born: z.string(), host: z.string() });
type Holder = z.infer<typeof holder>;

export type Lock = { release(): Promise<void> };

const HEARTBEAT_MS = 10_000;
/** A holder on another machine cannot be looked at; one that said nothing for so long is gone. */
const SILENCE_MS = 120_000;

/**
 * Takes the lock file, or undefined while another process that lives has it. A process is known by its number and by when
 * it was born, since numbers are used again; one on another machine (a shared folder) by its heartbeat.
 */
export async function takeLock(file: string): Promise<Lock | undefined> {
	await mkdir(dirname(file), { recursive: true });
	const own: Holder = { id: randomUUID(), pid: process.pid, born: await birthOf(process.pid), host: hostname() };
	const text = JSON.stringify(own);
	const draft = `${file}.${own.id}`;
	await writeFile(draft, text);
	try {
		// A link appears complete or not at all, so nobody reads half a lock.
		if (!(await tryLink(draft, file))) {
			if (!(await removeStale(file)) || !(await tryLink(draft, file))) return undefined;
		}
	} finally {
		await rm(draft, { force: true });
	}
	const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS);
	beat.unref();
	return {
		async release() {
			clearInterval(beat);
			const found = await readFile(file, "utf8").catch(() => "");
			if (found === text) await rm(file, { force: true });
		},
	};
}

async function tryLink(from: string, to: string): Promise<boolean> {
	try {
		await link(from, to);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	}
}

/** Whether there is no lock any more. */
async function removeStale(file: string): Promise<boolean> {
	const seen = await readFile(file, "utf8").catch(() => undefined);
	if (seen === undefined) return true;
	if (await isHeld(file, seen)) return false;
	const aside = `${file}.${randomUUID()}`;
	try {
		await rename(file, aside);
	} catch {
		return true;
	}
	const moved = await readFile(aside, "utf8").catch(() => "");
	// Another process was faster: what was moved is its new lock, which is put back.
	if (moved !== seen) await tryLink(aside, file);
	await rm(aside, { force: true });
	return moved === seen;
}

async function isHeld(file: string, text: string): Promise<boolean> {
	const read = holder.safeParse(parse(text));
	if (!read.success) return false;
	const { pid, born, host } = read.data;
	if (host === hostname()) return born !== "" && born === (await birthOf(pid));
	const changed = await stat(file).then(
		({ mtimeMs }) => mtimeMs,
		() => 0,
	);
	return Date.now() - changed < SILENCE_MS;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What tells a process from a later one of the same number; empty when there is none. */
async function birthOf(pid: number): Promise<string> {
	const [boot, stats] = await Promise.all([
		readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
		readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
	]);
	// The name in the second field may hold spaces and brackets; starttime is the 22nd (proc_pid_stat(5)).
	const ticks = stats.slice(stats.lastIndexOf(")") + 2).split(" ")[19];
	if (ticks !== undefined) return `${boot.trim()} ${ticks}`;
	return isAlive(pid) ? String(pid) : "";
}

/** Where there is no /proc a number has to do. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
