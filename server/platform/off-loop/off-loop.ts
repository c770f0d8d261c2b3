import { Worker } from "node:worker_threads";

type Task = (...given: never[]) => unknown;

/** A task's outcome. A task that takes too long or too much memory is stopped, and its input is the likely reason. */
type Done<T> = { status: "done"; value: T } | GaveUp;
export type GaveUp = { status: "gave-up"; why: "time" | "memory" };

/** A phrase for something that could not be read within the limits. It follows the thing's name. */
export const tooMuch = ({ why }: GaveUp): string => `took more ${why} to read than we allow`;

/** Runs pure functions on separate threads, so that none of them can block the rest of this process. */
export type OffLoop<T extends Record<string, Task>> = {
	/** Input and output are copied (structured clone). Rejects if the task throws, or if the pool is closed first. */
	run<K extends keyof T & string>(task: K, ...given: Parameters<T[K]>): Promise<Done<Awaited<ReturnType<T[K]>>>>;
	/** Runs a task on every thread before any later task, including on threads that start later. Returns nothing. */
	everywhere<K extends keyof T & string>(task: K, ...given: Parameters<T[K]>): void;
	/** Starts a thread, so that the first task does not have to wait for one. */
	begin(): void;
	close(): Promise<void>;
};

type Options = {
	/** A module that exports its functions as TASKS. */
	module: URL;
	threads?: number;
	/** How long one task may run. */
	timeMs?: number;
	/** Memory limit of one thread. */
	megabytes?: number;
};

type Job = {
	message: { task: string; given: unknown[] };
	resolve: (done: Done<unknown>) => void;
	reject: (error: unknown) => void;
};
type ThreadReply = ({ ok: true; value: unknown } | { ok: false; error: unknown }) & { hasGrown: boolean };

/** Threads are started when needed, kept for the next task, and replaced if one had to be stopped or has grown large. */
export function createOffLoop<T extends Record<string, Task>>(options: Options): OffLoop<T> {
	const { module, threads = 2, timeMs = 10_000, megabytes = 512 } = options;
	const waiting: Job[] = [];
	const running = new Set<Worker>();
	const idle: Worker[] = [];
	const first = new Map<string, unknown[]>();
	/** Threads that still load their module, each with when it has. */
	const loading = new Map<Worker, Promise<void>>();
	const jobs = new Map<Worker, { job: Job; clock: NodeJS.Timeout }>();
	let closed = false;

	function handOut(): void {
		while (waiting.length > 0) {
			const worker = idle.pop();
			if (!worker) {
				if (running.size < threads) start();
				return;
			}
			const job = waiting.shift();
			if (job) give(worker, job);
		}
	}

	function give(worker: Worker, job: Job): void {
		const clock = setTimeout(() => giveUp(worker, "time"), timeMs);
		jobs.set(worker, { job, clock });
		worker.ref();
		try {
			worker.postMessage(job.message);
		} catch (error) {
			take(worker)?.reject(error);
			rest(worker);
		}
	}

	function take(worker: Worker): Job | undefined {
		const had = jobs.get(worker);
		clearTimeout(had?.clock);
		jobs.delete(worker);
		return had?.job;
	}

	/** Waits for the next task without keeping the process alive. */
	function rest(worker: Worker): void {
		worker.unref();
		idle.push(worker);
		handOut();
	}

	function giveUp(worker: Worker, why: GaveUp["why"]): void {
		take(worker)?.resolve({ status: "gave-up", why });
		void worker.terminate();
	}

	function start(): void {
		const worker = new Worker(new URL("./thread.ts", import.meta.url), {
			name: "off-loop",
			workerData: { module: module.href },
			resourceLimits: { maxOldGenerationSizeMb: megabytes },
			env: {},
			execArgv: [],
		});
		running.add(worker);
		const { promise: loaded, resolve: isLoaded } = Promise.withResolvers<void>();
		loading.set(worker, loaded);
		const noteLoaded = () => {
			loading.delete(worker);
			isLoaded();
		};
		for (const [task, given] of first) worker.postMessage({ task, given, isSilent: true });
		worker.once("message", () => {
			noteLoaded();
			worker.on("message", (answer: ThreadReply) => {
				const job = take(worker);
				if (answer.ok) job?.resolve({ status: "done", value: answer.value });
				else job?.reject(answer.error);
				if (answer.hasGrown) void worker.terminate();
				else if (job) rest(worker);
			});
			rest(worker);
		});
		worker.once("error", (error) => {
			if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") giveUp(worker, "memory");
			// Otherwise a thread that cannot start would be restarted forever.
			else (take(worker) ?? waiting.shift())?.reject(error);
		});
		worker.once("exit", () => {
			running.delete(worker);
			noteLoaded();
			const at = idle.indexOf(worker);
			if (at !== -1) idle.splice(at, 1);
			if (!closed) handOut();
		});
	}

	return {
		run<K extends keyof T & string>(task: K, ...given: Parameters<T[K]>) {
			const { promise, resolve, reject } = Promise.withResolvers<Done<unknown>>();
			if (closed) reject(CLOSED);
			else {
				waiting.push({ message: { task, given }, resolve, reject });
				handOut();
			}
			return promise as Promise<Done<Awaited<ReturnType<T[K]>>>>;
		},
		everywhere(task, ...given) {
			first.set(task, given);
			for (const worker of running) worker.postMessage({ task, given, isSilent: true });
		},
		begin() {
			if (running.size === 0) start();
		},
		async close() {
			closed = true;
			for (const { reject } of waiting.splice(0)) reject(CLOSED);
			await Promise.all(
				[...running].map(async (worker) => {
					take(worker)?.reject(CLOSED);
					// Node strips types with WebAssembly, and V8 can end the whole process if its thread is ended in the middle of that.
					await loading.get(worker);
					await worker.terminate();
				}),
			);
		},
	};
}

const CLOSED = new Error("No more tasks are run: this process is ending.");
