import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { isAlive } from "../../support/engines/is-alive.ts";

/** Every process below this one. */
export function descendants(pid: number): number[] {
	const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
	const pairs = stdout
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number));
	const below = (parent: number): number[] =>
		pairs.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
	return below(pid);
}

/** Those of these processes that are still there after ten seconds; resolves earlier if there are none. */
export async function outlive(pids: readonly number[]): Promise<number[]> {
	let left = [...pids];
	for (let looks = 0; looks < 100; looks++) {
		left = left.filter(isAlive);
		if (left.length === 0) return [];
		await pause(100);
	}
	return left;
}
