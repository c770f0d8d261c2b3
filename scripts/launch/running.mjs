// The programs that the launcher runs, one at a time. None of them outlives it.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { show } from "./progress.mjs";

const PARENT_LOOK_MS = 1_000;
const SWEEP_LOOK_MS = 100;
/** As long as a server may take for its end. */
const SWEEP_LIMIT_MS = 10_000;

/** In the environment of everything that we start, so that it can be found again. */
const MARK = "PLUMBLINE_LAUNCH";
const mark = `${process.pid}-${Date.now()}`;

let child;
/** The signal that asked us to end. */
let asked;

function end(signal) {
	asked = signal;
	if (!child) process.exit(codeOf(signal));
	child.kill(signal);
}

const codeOf = (signal) => 128 + constants.signals[signal];

/** From now on, whatever ends the process that the user started ends ours too. */
export function watchSignals() {
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));
	process.on("SIGHUP", () => end("SIGTERM"));
	// Nothing tells us when npm is killed.
	const npm = process.ppid;
	if (process.env.npm_lifecycle_event === undefined) return;
	setInterval(() => process.ppid !== npm && !asked && end("SIGTERM"), PARENT_LOOK_MS).unref();
}

function start(program, args, options) {
	child = spawn(program, args, { ...options, env: { ...process.env, ...options.env, [MARK]: mark } });
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		// Not `exit`, which comes before the last of what it printed.
		child.once("close", (code, signal) => resolve({ code, signal }));
	}).finally(() => {
		child = undefined;
	});
}

/** Runs a program of the set-up and shows what it prints. Resolves with its exit code and whether it found the disk full. */
export async function runStep(program, args, { cwd, onStart }) {
	let isFull = false;
	const ended = start(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
	for (const name of ["stdout", "stderr"]) {
		child[name].on("data", (chunk) => {
			isFull ||= /ENOSPC|no space left on device/i.test(chunk);
			show(chunk, process[name]);
		});
	}
	if (child.pid !== undefined) onStart(child.pid);
	const { code } = await ended;
	if (asked) process.exit(codeOf(asked));
	return { code, isFull };
}

/** Runs the program itself in the foreground, and ends with its exit code. It hears of our end by its channel to us. */
export async function handOver(program, args, { cwd, env, sweeps }) {
	const { code, signal } = await start(program, args, { cwd, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
	if (asked && sweeps) await sweep();
	process.exit(signal ? codeOf(signal) : code);
}

/** Ends what a program has left behind, in whatever process group it is. Only Linux says which processes these are. */
async function sweep() {
	const deadline = performance.now() + SWEEP_LIMIT_MS;
	const all = new Set();
	for (let left = marked(); left.length > 0; left = marked()) {
		const isLate = performance.now() > deadline;
		for (const pid of left) {
			if (all.has(pid) && !isLate) continue;
			all.add(pid);
			try {
				process.kill(pid, isLate ? "SIGKILL" : "SIGTERM");
			} catch {
				// It has just ended.
			}
		}
		await delay(SWEEP_LOOK_MS);
	}
}

function marked() {
	let names;
	try {
		names = readdirSync("/proc");
	} catch {
		return [];
	}
	return names.map(Number).filter((pid) => pid > 0 && pid !== process.pid && isMarked(pid));
}

function isMarked(pid) {
	try {
		return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${MARK}=${mark}`);
	} catch {
		return false;
	}
}
