import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Names of runs' places begin with it (job-folder.ts). */
export const PLACE = "plumbline-scan-";
/** The socket on which a run's process listens, beside the run's folder. */
export const SIGN = "alive";

/** A place that is being removed: the process that removes it may be killed before it is done, and the sign may already be gone. */
const OLD_PLACE = ".plumbline-old-";

/** Enough for tools that start others while they are ended. */
const MOST_ROUNDS = 10;

/** Removes the folders of runs whose process was killed, and ends their tools, should their watchdogs be gone too. */
export async function clearLeftBehind(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const place = join(tmpdir(), name);
		if (name.startsWith(OLD_PLACE)) await remove(place);
		if (!name.startsWith(PLACE) || !(await isGone(place))) continue;
		await endTools(join(place, "job"));
		await removePlace(place);
	}
}

/** Removes a run's place. What cannot be removed now, the next run tries again. */
export async function removePlace(place: string): Promise<void> {
	const old = renamed(place, PLACE, OLD_PLACE);
	// Another worker may be doing the same.
	await rename(place, old).catch(() => {});
	await remove(old);
}

/** The same place with another beginning of its name. */
export const renamed = (place: string, from: string, to: string): string =>
	join(dirname(place), basename(place).replace(from, to));

const remove = (place: string) => rm(place, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});

/** Whether this was the folder of a run on this machine whose process is gone. */
export const isLeftBehind = async (folder: string): Promise<boolean> =>
	dirname(dirname(folder)) === tmpdir() && (await isGone(dirname(folder)));

/** The sign of a process that is gone refuses connections. A place without a sign, or of another user, says nothing. */
async function isGone(place: string): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<string | undefined>();
	const socket = connect(join(place, SIGN), () => resolve(undefined));
	socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
	const refused = await promise;
	socket.destroy();
	if (refused !== "ENOENT") return refused === "ECONNREFUSED";
	return stat(place).then(
		() => false,
		() => true,
	);
}

async function endTools(home: string): Promise<void> {
	for (let rounds = 0; rounds < MOST_ROUNDS && (await endSome(home)); rounds++);
}

/** Kills the processes whose home is this folder: only tools, and what they start, have it. False if there are none. Only on Linux. */
async function endSome(home: string): Promise<boolean> {
	const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
	const ended = await Promise.all(
		pids.map(async (pid) => {
			// Empty if it has ended, and not ours to read if it belongs to someone else.
			const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
			return environment.split("\0").includes(`HOME=${home}`) && kill(Number(pid));
		}),
	);
	return ended.includes(true);
}

function kill(pid: number): boolean {
	try {
		return process.kill(pid, "SIGKILL");
	} catch {
		// It has ended in the meantime.
		return false;
	}
}
