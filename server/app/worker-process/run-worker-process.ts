import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Config } from "#server/platform/settings/config.ts";
import { watchStrayRejections } from "#server/platform/watch/stray-rejections.ts";
import { startPlumbline } from "../app.ts";
import type { AppDeps } from "../app-deps.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Shorter than the pages' process waits. */
const CLOSE_LIMIT_MS = 6_000;

/**
 * What the worker process does: waits for its settings, works, and ends when it is asked to or when the pages' process is gone for any
 * reason.
 */
export function runWorkerProcess(
	createDeps: (config: Config) => AppDeps,
	{ closeLimitMs = CLOSE_LIMIT_MS }: { closeLimitMs?: number } = {},
): void {
	giveWay();
	const { promise: begun, resolve: begin } = Promise.withResolvers<Config>();
	const practice: { close(): Promise<void> }[] = [];
	let ending = false;

	const running = begun.then((config) => {
		const deps = createDeps(config);
		watchStrayRejections(deps.log);
		return startPlumbline(config, {
			...deps,
			async startPractice(ports) {
				const started = await deps.startPractice(ports);
				practice.push(started);
				return started;
			},
		});
	});
	running.then(
		({ facts, practicePorts }) => tell({ type: "ready", facts, practicePorts }),
		(error) => {
			if (isForOperator(error)) return tell({ type: "refused", why: error.message }, () => process.exit(1));
			console.error(error);
			process.exit(1);
		},
	);

	async function end(): Promise<void> {
		if (ending) return;
		ending = true;
		setTimeout(() => process.exit(1), closeLimitMs).unref();
		// The next worker may start before our scans have ended, and needs the same ports.
		for (const { close } of practice) void close();
		await running.then(({ close }) => close()).catch(() => {});
		process.exit();
	}

	// Ctrl+C reaches every process of a terminal, but the pages' process decides which one ends when.
	process.on("SIGINT", () => {});
	process.on("SIGTERM", end);
	process.on("disconnect", end);
	// It may have ended while this module was being loaded.
	if (!process.connected) void end();
	process.on("message", async (message: ToWorker) => {
		if (message.type === "begin") begin(message.config);
		else (await running).addTools();
	});
}

/** `onSent` is called even if nobody listens anymore. */
function tell(message: FromWorker, onSent: () => void = () => {}): void {
	if (process.connected && process.send) process.send(message, onSent);
	else onSent();
}

/** Errors written for the operator; all others are our fault. */
const isForOperator = (error: unknown): error is Error => error instanceof Error && error.name === "StartError";

/** Pages go first. On Linux each thread has its own priority; later ones start with the main thread's. */
function giveWay(): void {
	const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
	for (const thread of threads) {
		try {
			setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
		} catch {
			// It has ended, or the system does not allow it.
		}
	}
}
