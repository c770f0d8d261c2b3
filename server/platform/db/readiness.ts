import { pendingMigrations } from "./migrate.ts";
import type { Executor } from "./pool.ts";

/** What a process uses but does not need in order to take work. */
export type Part = "files";

/** What keeps a process from taking work. */
export type NotReady = "starting" | "database" | "schema" | "closing";

export type Readiness = {
	/** The process has started. From now on, readiness depends on its database. */
	open(): void;
	/** Take no more work: the process is about to end. Final. */
	close(): void;
	/** Undefined if it is ready. */
	missing(): Promise<NotReady | undefined>;
	/** Whether each part answered when it was last asked. A part that is not set up is not included. */
	readonly parts: Map<Part, boolean>;
};

/** How long the database may take to answer a probe. */
export const PATIENCE_MS = 2_000;

/** Whether this process should be given work. */
export function createReadiness(ask: () => Promise<NotReady | undefined>): Readiness {
	let state: "starting" | "open" | "closing" = "starting";
	const askOnce = shared(ask);
	return {
		parts: new Map(),
		open() {
			if (state === "starting") state = "open";
		},
		close() {
			state = "closing";
		},
		async missing() {
			return state === "open" ? askOnce() : state;
		},
	};
}

/** Calls that arrive while one is being answered share its answer: probes must not queue behind each other. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
	let asking: Promise<T> | undefined;
	return () => {
		asking ??= ask().finally(() => {
			asking = undefined;
		});
		return asking;
	};
}

/** The database answers in time and has every migration that this release needs. It may have newer ones. */
export async function askDatabase(executor: Executor): Promise<NotReady | undefined> {
	const pending = await inTime(pendingMigrations(executor));
	if (pending === undefined) return "database";
	return pending.length > 0 ? "schema" : undefined;
}

/** Undefined if `answer` fails or comes too late. */
export async function inTime<T>(answer: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | undefined> {
	const { promise: late, resolve } = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => resolve(undefined), patienceMs);
	try {
		return await Promise.race([answer, late]);
	} catch {
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}
