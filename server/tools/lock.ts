import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";

const holder = z.object({ pid: z.int(), born: z.string(), host: z.string() });
type Holder = z.infer<typeof holder>;

export type Lock = { release(): Promise<void> };

/** What a lock holds that was given back. */
const FREE = "free";
const HEARTBEAT_MS = 10_000;
/** A holder on another machine cannot be looked at; one that said nothing for so long is gone. */
const SILENCE_MS = 120_000;

/**
 * Takes the lock that lives in this folder, or undefined while another process that lives has it. The file with the highest
 * number is the lock. It is never removed or replaced but by its own process; whoever finds it free, or its process gone,
 * makes the next number, which only one can. A process is known by its number and by when it was born, since numbers are
 * used again; one on another machine (a shared folder) by its heartbeat.
 */
export async function takeLock(folder: string): Promise<Lock | undefined> {
	await mkdir(folder, { recursive: true });
	const last = await highest(folder);
	if (last > 0 && (await isHeld(join(folder, `${last}`)))) return undefined;
	const own: Holder = { pid: process.pid, born: await birthOf(process.pid), host: hostname() };
	const file = join(folder, `${last + 1}`);
	if (!(await make(file, JSON.stringify(own)))) return undefined;
	// What was seen above may be long past, and others further on by now.
	if ((await highest(folder)) !== last + 1) {
		await rm(file, { force: true });
		return undefined;
	}
	for (const number of await numbersIn(folder)) {
		if (number <= last) await rm(join(folder, `${number}`), { force: true });
	}
	const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS);
	beat.unref();
	return {
		async release() {
			clearInterval(beat);
			await writeFile(file, FREE);
		},
	};
}

const numbersIn = async (folder: string): Promise<number[]> =>
	(await readdir(folder)).filter((name) => /^\d{1,9}$/.test(name)).map(Number);
const highest = async (folder: string): Promise<number> => Math.max(0, ...(await numbersIn(folder)));

/** Makes the file with all of its text at once, so that nobody reads half of it; false when it is there already. */
async function make(file: string, text: string): Promise<boolean> {
	const draft = `${file}-${randomUUID()}`;
	await writeFile(draft, text);
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	} finally {
		await rm(draft, { force: true });
	}
}

async function isHeld(file: string): Promise<boolean> {
	const read = holder.safeParse(parse(await readFile(file, "utf8").catch(() => FREE)));
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
