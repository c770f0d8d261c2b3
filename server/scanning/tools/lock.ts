import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";

const holder = z.object({ pid: z.int(), born: z.string(), host: z.string() });
type Holder = z.infer<typeof holder>;

export type Lock = { release(): Promise<void> };

/** The content of a released lock. */
const FREE = "free";
const HEARTBEAT_MS = 10_000;
/** We cannot inspect a holder on another machine; it counts as gone after this long without a heartbeat. */
const SILENCE_MS = 120_000;

/**
 * Takes the lock in this folder, or returns undefined while another running process has it. The file with the highest number is the lock.
 * Only its own process ever removes or replaces it. A process that finds it free, or its holder gone, creates the next number, and only
 * one process can succeed. A process on this machine is identified by its id and its start time, since ids are reused; one on another
 * machine (a shared folder) by its heartbeat.
 */
export async function takeLock(folder: string): Promise<Lock | undefined> {
	await mkdir(folder, { recursive: true });
	const last = await highest(folder);
	if (last > 0 && (await isHeld(join(folder, `${last}`)))) return undefined;
	const own: Holder = { pid: process.pid, born: await birthOf(process.pid), host: hostname() };
	const file = join(folder, `${last + 1}`);
	if (!(await make(file, JSON.stringify(own)))) return undefined;
	// What we saw above may be out of date, and others may be further along by now.
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

/** Creates the file with all of its text at once, so that no reader sees half of it; false if it already exists. */
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

/** What distinguishes a process from a later one with the same id; empty if there is no such process. */
async function birthOf(pid: number): Promise<string> {
	const [boot, stats] = await Promise.all([
		readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
		readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
	]);
	// The name in the second field may contain spaces and brackets; starttime is the 22nd (proc_pid_stat(5)).
	const ticks = stats.slice(stats.lastIndexOf(")") + 2).split(" ")[19];
	if (ticks !== undefined) return `${boot.trim()} ${ticks}`;
	return isAlive(pid) ? String(pid) : "";
}

/** Without /proc, the id has to be enough. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
