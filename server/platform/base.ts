import type { AppDeps } from "#server/app/app-deps.ts";
import { createOperation, type Operation } from "#server/app/operator/store/operation.ts";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { openWatch } from "#server/app/watch/wire.ts";
import { openDatabase } from "./db/open-database.ts";
import { createPool, createProbe, type Executor, type Pool, REQUEST_PATIENCE, WORK_PATIENCE } from "./db/pool.ts";
import type { Readiness } from "./db/readiness.ts";
import { createOrigins, type Origins } from "./http/gate/origins.ts";
import { createQueue, type Queue } from "./jobs/queue.ts";
import { StartError } from "./process/start-error.ts";
import type { Config } from "./settings/config.ts";
import { outside } from "./watch/context.ts";

/** What each area is wired with (its `wire.ts`): the settings, the database, the queue, and how to end again. */
export type Base = {
	config: Config;
	deps: AppDeps;
	databaseUrl: string;
	/** Sees all workspaces: for what is no single workspace's, such as accounts, jobs and mails. */
	pool: Pool;
	/** Sees nothing of any workspace until `within` names one: for requests. */
	walled: Pool;
	/** A connection that no request or job uses: it answers how the database is, not how busy this process is. */
	probe: Executor;
	queue: Queue;
	/** What the operator has stopped or switched off. */
	operation: Operation;
	/** Whether this process should be given work. */
	readiness: Readiness;
	/** Whether this process runs jobs, or only queues them. */
	works: boolean;
	/** Where people reach the server. */
	origins(): Origins;
	/** Says which port it listens on; without a PUBLIC_URL that is where people reach it. */
	listensOn(port: number): void;
	/** Adds a line to the banner, or replaces the one of the same label. */
	tell(label: string, text: string): void;
	/** Adds what to close at the end; the newest is closed first. */
	onClose(close: () => unknown): void;
	onDatabaseError(error: Error): void;
	/** Resolves with a sentence when the server cannot go on. */
	broken: Promise<string>;
};

export async function openBase(
	config: Config,
	deps: AppDeps,
	{ works, tell, onClose }: Pick<Base, "works" | "tell" | "onClose">,
): Promise<Base & { willClose(): void }> {
	const { log } = deps;
	let closing = false;
	// Connections that end while everything ends are no news.
	const onDatabaseError = (error: Error) => {
		if (!closing) outside(() => log.warn({ error }, "database connection lost"));
	};
	let origins = createOrigins(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`, config.CORS_ORIGINS);

	const { readiness, watchDatabase } = await openWatch(config, deps, { tell, onClose });
	const {
		url: databaseUrl,
		ownerUrl,
		alone,
		facts,
		lost,
		close,
	} = await openDatabase(config, () => deps.say("Creating the database (first start only) …"));
	onClose(close);
	for (const [label, text] of facts) tell(label, text);
	const limits = works ? WORK_PATIENCE : REQUEST_PATIENCE;
	const probe = createProbe(databaseUrl, onDatabaseError);
	onClose(() => probe.end());
	const pool = watchDatabase(createPool(databaseUrl, onDatabaseError, { sees: "all", limits }), probe);
	onClose(() => pool.end());
	const walled = watchDatabase(createPool(databaseUrl, onDatabaseError, { sees: "nothing", limits }), probe);
	onClose(() => walled.end());
	const refuseStart = (error: Error) => {
		if (error instanceof StartError) throw error;
		throw new StartError(`The database does not work: ${error.message}`, { cause: error });
	};
	const warnings = await setUpDatabase(databaseUrl, pool, ownerUrl, { alone }).catch(refuseStart);
	for (const warning of warnings) {
		log.warn({ warning }, "the database is less protected than it could be");
		tell("", `Warning: ${warning}`);
	}
	const queue = await createQueue({
		databaseUrl,
		works,
		scanLimitSeconds: Math.max(config.SCAN_TIME_LIMIT, config.ZAP_TIME_LIMIT),
		scansPerAccount: config.SCANS_PER_ACCOUNT,
		mailRetrySeconds: deps.timings.mailRetrySeconds,
		silenceSeconds: deps.timings.silenceMs / 1_000,
		onError: onDatabaseError,
	}).catch(refuseStart);
	onClose(() => queue.stop(6_000));

	return {
		config,
		deps,
		databaseUrl,
		pool,
		walled,
		probe,
		queue,
		operation: createOperation(pool),
		readiness,
		works,
		origins: () => origins,
		listensOn(port) {
			if (!config.PUBLIC_URL) origins = createOrigins(`http://localhost:${port}`, config.CORS_ORIGINS);
		},
		tell,
		onClose,
		onDatabaseError,
		broken: lost.then(() => "The embedded database is gone."),
		willClose() {
			closing = true;
			readiness.close();
		},
	};
}
