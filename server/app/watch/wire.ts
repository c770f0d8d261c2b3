import { readFileSync } from "node:fs";
import type { Base } from "#server/platform/base.ts";
import type { CountedPool, Executor } from "#server/platform/db/pool.ts";
import { askDatabase, createReadiness, type Readiness } from "#server/platform/db/readiness.ts";
import { tracePool } from "#server/platform/db/trace-pool.ts";
import { portError } from "#server/platform/process/start-error.ts";
import type { Config } from "#server/platform/settings/config.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { traceWith } from "#server/platform/watch/span.ts";
import { type TraceEnv, wantsTraces } from "#server/platform/watch/trace-env.ts";

export type Watch = {
	/** Closed first when the process ends, or earlier if it should get no more work. */
	readiness: Readiness;
	/** The port of the metrics; undefined without METRICS_PORT. */
	port: number | undefined;
	/** A pool to measure from now on, and what readiness checks. Returns the pool with traces, if there are any. */
	watchDatabase(pool: CountedPool, probe: Executor): CountedPool;
};

const PACKAGE = new URL("../../../package.json", import.meta.url);

/**
 * Opens this process's monitoring before anything else, so that a slow start is visible. The packages for metrics and traces are only
 * loaded if they are used.
 */
export async function openWatch(
	config: Config,
	{ log }: { log: Logger },
	{ tell, onClose }: Pick<Base, "tell" | "onClose">,
): Promise<Watch> {
	const pools: CountedPool[] = [];
	let probe: Executor | undefined;
	const readiness = createReadiness(async () => (probe ? askDatabase(probe) : "starting"));
	const traces = await openTraces(process.env, config.ROLE);
	if (traces) onClose(() => traces.close().catch((error) => log.warn({ error }, "the last traces could not be sent")));

	let port: number | undefined;
	if (config.METRICS_PORT !== undefined) {
		const [{ createMetrics }, { addGauges }, { openListener, METRICS_PATH }] = await Promise.all([
			import("#server/platform/watch/metrics.ts"),
			import("./gauges.ts"),
			import("./listener.ts"),
		]);
		const { registry, stop } = createMetrics();
		onClose(stop);
		const { version } = JSON.parse(readFileSync(PACKAGE, "utf8"));
		addGauges(registry, {
			pools,
			readiness,
			varDir: config.VAR_DIR,
			version,
			role: config.ROLE,
			now: () => performance.now(),
		});
		const host = config.METRICS_HOST ?? config.HOST;
		const listener = await openListener({ host, port: config.METRICS_PORT, registry, readiness }).catch((error) => {
			throw portError(error, String(config.METRICS_PORT), "METRICS_PORT");
		});
		onClose(listener.close);
		port = listener.port;
		tell("Metrics", `http://${host.includes(":") ? `[${host}]` : host}:${port}${METRICS_PATH}`);
	}
	return {
		readiness,
		port,
		watchDatabase(opened, asked) {
			pools.push(opened);
			probe = asked;
			return traces ? tracePool(opened) : opened;
		},
	};
}

async function openTraces(env: TraceEnv, role: string): Promise<{ close(): Promise<void> } | undefined> {
	if (!wantsTraces(env)) return undefined;
	const { openTelemetry } = await import("#server/platform/watch/open-telemetry.ts");
	const { startSpan, close } = openTelemetry(env, role);
	traceWith(startSpan);
	return {
		close() {
			traceWith(undefined);
			return close();
		},
	};
}
