// The programs that the launcher runs, one at a time. None of them outlives it.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { show } from "./progress.mjs";

const PARENT_LOOK_MS = 1_000;

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
	child = spawn(program, args, { ...options, env: { ...process.env, ...options.env } });
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		// Not `exit`, which fires before the last of its output.
		child.once("close", (code, signal) => resolve({ code, signal }));
	}).finally(() => {
		child = undefined;
	});
}

/** Runs a set-up program and shows its output. Resolves with its exit code and whether it ran out of disk space. */
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

/** Runs the program itself in the foreground, and exits with its exit code. Its channel to us tells it when we end. */
export async function handOver(program, args, { cwd, env }) {
	const { code, signal } = await start(program, args, { cwd, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
	process.exit(signal ? codeOf(signal) : code);
}
