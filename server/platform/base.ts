import type { Executor, Pool } from "./db/pool.ts";
import type { Readiness } from "./db/readiness.ts";
import type { Origins } from "./http/gate/origins.ts";
import type { Queue } from "./jobs/queue.ts";
import type { Resolver } from "./outgoing/resolver.ts";
import type { Config } from "./settings/config.ts";
import type { Timings } from "./settings/timings.ts";
import type { Logger } from "./watch/logger.ts";

/** What any area may need besides the settings. Tests pass their own. */
export type GeneralDeps = {
	log: Logger;
	now: () => Date;
	resolver: Resolver;
	timings: Timings;
	/** Prints what the operator should read while the server runs, in addition to the log. */
	say: (text: string) => void;
};

/**
 * What each area is wired with (its `wire.ts`): the settings, the database, the queue, and how to shut down. `Deps`: what only this area
 * needs, such as a password hash or the engines.
 */
export type Base<Deps = unknown> = {
	config: Config;
	deps: GeneralDeps & Deps;
	databaseUrl: string;
	/** Sees all workspaces: for data that belongs to no single workspace, such as accounts, jobs and emails. */
	pool: Pool;
	/** Sees no workspace's data until `within` names one: for requests. */
	walled: Pool;
	/** A connection that no request or job uses, so it reports the state of the database and not the load on this process. */
	probe: Executor;
	queue: Queue;
	/** Whether this process should be given work. */
	readiness: Readiness;
	/** Whether this process runs jobs, or only queues them. */
	works: boolean;
	/** Where people reach the server. */
	origins(): Origins;
	/** Reports the port it listens on. Without a PUBLIC_URL, that is where people reach it. */
	listensOn(port: number): void;
	/** Adds a line to the banner, or replaces the one with the same label. */
	tell(label: string, text: string): void;
	/** Adds something to close at shutdown. The newest is closed first. */
	onClose(close: () => unknown): void;
	onDatabaseError(error: Error): void;
	/** Resolves with the reason when the server cannot continue. */
	broken: Promise<string>;
};
