import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { TestEvent } from "./events.ts";
import { kill, MARK, type Process, processesOf } from "./left-behind.ts";

export type Program = { program: string; args: readonly string[]; env: NodeJS.ProcessEnv };

export type StepOptions = {
	/** Where its whole output goes. */
	log: string;
	/** No output and no event for this long means that it hangs. */
	silenceMs: number;
	/** How long its processes may take to end after it ends or after they are asked to. */
	leaveMs: number;
	onEvent(event: TestEvent): void;
};

export type StepEnd = {
	/** Null if a signal ended it. */
	status: number | null;
	hung: boolean;
	output: string;
	/** Processes that it started and did not end. They are ended now. */
	leftBehind: Process[];
};

export type RunningStep = {
	ended: Promise<StepEnd>;
	/** Ends it and everything it started. */
	stop(): Promise<void>;
};

const LOOK_MS = 250;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the step with this folder has no processes, and kills those that remain. Resolves with the killed ones. */
async function clear(folder: string, leaveMs: number): Promise<Process[]> {
	const until = Date.now() + leaveMs;
	while (processesOf(folder).length > 0 && Date.now() < until) await pause(LOOK_MS);
	const stayed = processesOf(folder);
	kill(stayed);
	return stayed;
}

/** Sends a signal to a process and its group; one that has ended meanwhile is fine. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
	}
}

/**
 * Runs a program in its own process group and with its own temporary folder. That folder identifies everything it starts, so
 * nothing outlives the step: not its servers, their databases, the browsers (which have groups of their own), or any of their
 * files.
 */
export function startStep(
	{ program, args, env }: Program,
	{ log, silenceMs, leaveMs, onEvent }: StepOptions,
): RunningStep {
	const folder = mkdtempSync(join(tmpdir(), "plumbline-step-"));
	// PostgreSQL runs as another user when the tests run as root.
	chmodSync(folder, 0o755);
	const child = spawn(program, args, {
		detached: true,
		stdio: ["ignore", "pipe", "pipe", "ipc"],
		env: { ...env, [MARK]: folder },
	});
	const file = createWriteStream(log);
	let output = "";
	let hung = false;
	const onSilence = () => {
		hung = true;
		signalGroup(child, "SIGTERM");
		setTimeout(() => signalGroup(child, "SIGKILL"), leaveMs).unref();
	};
	let silence = setTimeout(onSilence, silenceMs);
	const lives = () => {
		clearTimeout(silence);
		silence = setTimeout(onSilence, silenceMs);
	};
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding("utf8").on("data", (chunk: string) => {
			lives();
			output += chunk;
			file.write(chunk);
		});
	}
	child.on("message", (event) => {
		lives();
		onEvent(event as TestEvent);
	});
	const exited = new Promise<number | null>((resolve) => {
		child.once("error", (error) => {
			output += `${error}\n`;
			resolve(null);
		});
		child.once("exit", (status) => resolve(status));
	});
	const closed = new Promise((resolve) => child.once("close", resolve));

	const end = async (): Promise<StepEnd> => {
		const status = await exited;
		clearTimeout(silence);
		const leftBehind = await clear(folder, leaveMs);
		// Not before: a process left behind keeps the output open as long as it lives.
		if (child.pid !== undefined) await closed;
		rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
		await finished(file.end());
		return { status, hung, output, leftBehind };
	};
	const ended = end();
	return {
		ended,
		async stop() {
			signalGroup(child, "SIGTERM");
			await clear(folder, leaveMs);
			await ended;
		},
	};
}
