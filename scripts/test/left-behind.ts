import { readdirSync, readFileSync } from "node:fs";

/**
 * The environment variable that marks a step's processes: their folder for temporary files. All descendants inherit it, even those
 * in other process groups. A database started with a different environment has its data in that folder, so the folder is on its
 * command line.
 */
export const MARK = "TMPDIR";

export type Process = { pid: number; command: string };

function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

/** The living processes of the step with this folder. Empty if there is no /proc. */
export function processesOf(folder: string): Process[] {
	const pids = read("/proc/self/stat") === "" ? [] : readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return (
		pids
			.filter((pid) => Number(pid) !== process.pid)
			.map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() }))
			// A process that has ended and was not waited for has no command line.
			.filter(({ command }) => command !== "")
			.filter(
				({ pid, command }) =>
					command.includes(folder) || read(`/proc/${pid}/environ`).split("\0").includes(`${MARK}=${folder}`),
			)
	);
}

/** Ends them at once. One that has ended meanwhile is fine. */
export function kill(processes: readonly Process[]): void {
	for (const { pid } of processes) {
		try {
			process.kill(pid, "SIGKILL");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
		}
	}
}
