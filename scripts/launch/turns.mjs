// Only one start at a time installs and builds in a working copy. The others wait, and take over if it is killed.
import { spawnSync } from "node:child_process";
import {
	appendFileSync,
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 200;

/** When a process started, which distinguishes it from a later one with the same id; undefined if it has ended. */
function bornAt(pid) {
	if (!existsSync("/proc/self/stat")) {
		return spawnSync("ps", ["-o", "lstart=", "-p", pid], { encoding: "utf8" }).stdout?.trim() || undefined;
	}
	try {
		// After the program's name, which may contain anything: the state, and 19 fields later the time.
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1).trim().split(" ");
		return fields[0] === "Z" ? undefined : fields[19];
	} catch {
		return undefined;
	}
}

const lineOf = (pid) => `${pid} ${bornAt(pid)}\n`;

/** Whether a process named in a turn is still running. A turn that was given back is empty. */
function isHeld(file) {
	const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
	return lines.some((line) => line === lineOf(line.split(" ")[0]).trim());
}

const numbersIn = (folder) => readdirSync(folder).map(Number).filter(Number.isInteger);
const newestIn = (folder) => Math.max(0, ...numbersIn(folder));

/**
 * Takes the next turn, or returns undefined if another process has it. Turns are numbered, and the newest counts: two that take
 * over from a killed process want the same number, and only one of them gets it.
 */
function take(folder) {
	mkdirSync(folder, { recursive: true });
	const last = newestIn(folder);
	const number = last + 1;
	const mine = join(folder, `${number}`);
	const draft = join(folder, `draft-${process.pid}`);
	try {
		if (last > 0 && isHeld(join(folder, `${last}`))) return undefined;
		writeFileSync(draft, lineOf(process.pid));
		// Unlike writing, this creates the file with its content or not at all.
		linkSync(draft, mine);
	} catch (error) {
		// Another process was quicker: it took this number, or removed the last one after it took the next.
		if (error.code === "EEXIST" || error.code === "ENOENT") return undefined;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	if (newestIn(folder) !== number) {
		rmSync(mine);
		return undefined;
	}
	for (const old of numbersIn(folder).filter((other) => other < number))
		rmSync(join(folder, `${old}`), { force: true });
	return {
		/** Others also wait for this process if ours is killed. */
		add: (pid) => appendFileSync(mine, lineOf(pid)),
		giveBack: () => writeFileSync(mine, ""),
	};
}

/** Does `work` when no other process is doing it in this folder. `wait` is called once, with what it waits for. */
export async function inTurn(folder, work, wait) {
	let turn = take(folder);
	if (!turn) {
		await wait(async () => {
			while (!turn) {
				await delay(LOOK_MS);
				turn = take(folder);
			}
		});
	}
	try {
		return await work(turn);
	} finally {
		turn.giveBack();
	}
}
