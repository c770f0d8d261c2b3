import type { Base } from "#server/platform/base.ts";
import { openDatabase } from "#server/platform/db/open-database.ts";
import { createPool, createProbe, REQUEST_PATIENCE, WORK_PATIENCE } from "#server/platform/db/pool.ts";
import { createOrigins } from "#server/platform/http/gate/origins.ts";
import { createQueue } from "#server/platform/jobs/queue.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { outside } from "#server/platform/watch/context.ts";
import type { AppDeps } from "./app-deps.ts";
import { createJobs } from "./jobs.ts";
import { createOperation, type Operation } from "./operator/store/operation.ts";
import { setUpDatabase } from "./set-up-database.ts";
import { openWatch } from "./watch/wire.ts";

/** The base with everything that the product brings. */
export type AppBase = Base<AppDeps> & {
	/** What the operator has stopped or switched off. */
	operation: Operation;
};

export async function openBase(
	config: Config,
	deps: AppDeps,
	{ works, tell, onClose }: Pick<AppBase, "works" | "tell" | "onClose">,
): Promise<AppBase & { willClose(): void }> {
	const { log } = deps;
	let closing = false;
	// Connections that end during shutdown are expected.
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
	const silenceSeconds = deps.timings.silenceMs / 1_000;
	const jobs = createJobs({
		scanLimitSeconds: Math.max(config.SCAN_TIME_LIMIT, config.ZAP_TIME_LIMIT),
		scansPerAccount: config.SCANS_PER_ACCOUNT,
		mailRetrySeconds: deps.timings.mailRetrySeconds,
		silenceSeconds,
	});
	const queue = await createQueue({ databaseUrl, jobs, works, silenceSeconds, onError: onDatabaseError }).catch(
		refuseStart,
	);
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
