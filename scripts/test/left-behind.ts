import { readdirSync, readFileSync } from "node:fs";

/** An environment variable that a step's processes inherit, however many generations down, and in groups of their own. */
export const MARK = "PLUMBLINE_TEST_STEP";

export type Process = { pid: number; command: string };

function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

/** The living processes that carry this mark. Where there is no /proc, none are known. */
export function processesMarked(mark: string): Process[] {
	const pids = read("/proc/self/stat") === "" ? [] : readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids
		.filter((pid) => Number(pid) !== process.pid)
		.filter((pid) => read(`/proc/${pid}/environ`).split("\0").includes(`${MARK}=${mark}`))
		.map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() }))
		.filter(({ command }) => command !== "");
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
