import { keptPrivateKey } from "#server/identity/notifications/vapid.ts";
import { webhookSecret } from "#server/integrations/webhooks/wire.ts";
import type { Base } from "#server/platform/base.ts";
import type { Config } from "#server/platform/settings/config.ts";
import type { Targets } from "#server/scanning/targets/wire.ts";
import type { WorkerProcess } from "./worker-process.ts";

/** Runs jobs in a separate process; `port` is where this one serves the pages. */
export async function workApart(
	process: WorkerProcess,
	{ config, databaseUrl, tell }: Pick<Base, "config" | "databaseUrl" | "tell">,
	{ targets, port }: { targets: Pick<Targets, "practicePorts">; port: number },
): Promise<void> {
	await process.start(await workerConfig(config, databaseUrl, port), ({ facts, practicePorts }) => {
		targets.practicePorts.splice(0, Number.POSITIVE_INFINITY, ...practicePorts);
		// This process prints the lines about the database and those below them.
		for (const [label, text] of facts) {
			if (label === "Metrics") tell("Worker", `metrics at ${text}`);
			else if (label !== "" && label !== "Database") tell(label, text);
		}
	});
}

/** The settings for the worker of a single server: an ordinary worker on our database, with our key for notifications. */
async function workerConfig(config: Config, databaseUrl: string, port: number): Promise<Config> {
	return {
		...config,
		ROLE: "worker",
		// Links in emails lead there if there is no PUBLIC_URL.
		PORT: port,
		DATABASE_URL: databaseUrl,
		DATABASE_OWNER_URL: undefined,
		SEAL_SECRET: undefined,
		VAPID_PRIVATE_KEY: config.VAPID_PRIVATE_KEY ?? (await keptPrivateKey(config.VAR_DIR)),
		WEBHOOK_SECRET: await webhookSecret(config),
		...metricsPort(config),
	};
}

/** Its metrics are on the port after ours; port 0 stays any free one. */
const metricsPort = (config: Config): { METRICS_PORT?: number } =>
	"METRICS_PORT" in config && typeof config.METRICS_PORT === "number" && config.METRICS_PORT > 0
		? { METRICS_PORT: config.METRICS_PORT + 1 }
		: {};
