import { type ChildProcess, fork } from "node:child_process";
import { StartError } from "#server/platform/process/start-error.ts";
import type { Config } from "#server/platform/settings/config.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { endsInARow, restartDelay } from "./back-off.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

export type Ready = Omit<Extract<FromWorker, { type: "ready" }>, "type">;

/** The worker of a single server, in a separate process: whatever scans do there does not affect the pages' process. */
export type WorkerProcess = {
	/**
	 * Starts it with these settings, and again whenever it ends. Resolves once it runs jobs for the first time; rejects with a StartError
	 * if it ends before that. `onReady` is called each time.
	 */
	start(config: Config, onReady: (ready: Ready) => void): Promise<void>;
	/** Starts installing missing scan tools. */
	addTools(): void;
	/** From now on its end is expected, and it is not started again: a signal may have reached it too. */
	leave(): void;
	/** Has it hand back its scans and waits for it to end, but not for long. */
	close(): Promise<void>;
};

/** A worker hands back its scans within this time, or is killed: the next one takes them over. */
const CLOSE_LIMIT_MS = 6_500;

/** `entry`: the module that the process runs (entry.ts). */
export function createWorkerProcess(
	entry: URL,
	log: Logger,
	{ closeLimitMs = CLOSE_LIMIT_MS }: { closeLimitMs?: number } = {},
): WorkerProcess {
	let child: ChildProcess | undefined;
	let ended: Promise<void> = Promise.resolve();
	let restart: NodeJS.Timeout | undefined;
	let ends = 0;
	/** Whether it was ready once: a first start that fails is not repeated. */
	let started = false;
	let adds = false;
	let state: "working" | "leaving" | "closing" = "working";

	/** One life of the process. */
	function run(config: Config, onReady: (ready: Ready) => void): Promise<void> {
		const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
		const { promise: end, resolve: sayEnded } = Promise.withResolvers<void>();
		const process = fork(entry, { env: environment(), serialization: "advanced", stdio: "inherit" });
		child = process;
		ended = end;
		let readyAt: number | undefined;
		let why: string | undefined;
		send(process, { type: "begin", config });
		process.on("message", (message: FromWorker) => {
			if (message.type === "refused") {
				why = message.why;
				return;
			}
			readyAt = performance.now();
			started = true;
			if (adds) send(process, { type: "add-tools" });
			onReady(message);
			resolve();
		});
		process.on("error", (error) => {
			why = error.message;
			// A process that could not be started has no exit.
			if (process.pid === undefined && child === process) over(null, null);
		});
		process.once("exit", over);

		function over(code: number | null, signal: NodeJS.Signals | null): void {
			child = undefined;
			sayEnded();
			reject(new StartError(why ?? "The worker process ended before it was ready. See the lines above."));
			if (state === "closing" || !started) return;
			if (state === "leaving") {
				log.info({ pid: process.pid, code, signal }, "the worker process has ended; this one ends next");
				return;
			}
			ends = endsInARow(ends, readyAt === undefined ? 0 : performance.now() - readyAt);
			const afterMs = restartDelay(ends);
			log.error(
				{ pid: process.pid, code, signal, why, afterMs },
				"the worker process ended; its scans wait until it has been started again",
			);
			restart = setTimeout(() => void run(config, onReady).catch(() => {}), afterMs);
		}
		return ready;
	}

	return {
		start: run,
		addTools() {
			adds = true;
			if (child) send(child, { type: "add-tools" });
		},
		leave() {
			state = "leaving";
			clearTimeout(restart);
		},
		async close() {
			state = "closing";
			clearTimeout(restart);
			const last = child;
			if (last?.connected) last.disconnect();
			const late = setTimeout(() => last?.kill("SIGKILL"), closeLimitMs);
			await ended;
			clearTimeout(late);
		},
	};
}

/** A process that is ending accepts no messages, and its end is noticed anyway. */
function send(process: ChildProcess, message: ToWorker): void {
	if (process.connected) process.send(message, () => {});
}

/** The worker does not need the owner of the tables, or what devices have sealed. */
function environment(): NodeJS.ProcessEnv {
	const { DATABASE_OWNER_URL: _, SEAL_SECRET: _secret, ...env } = process.env;
	return env;
}
