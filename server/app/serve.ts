import { setTimeout as delay } from "node:timers/promises";

import { listen } from "#server/platform/http/listen.ts";
import type { Areas } from "./areas.ts";
import type { AppBase } from "./base.ts";
import { createHttpServer } from "./http-server.ts";
import { addRoutes } from "./routes.ts";

type Served = {
	/** The port it listens on. */
	port: number;
	/**
	 * Readiness turns to no, event streams and connections move on, and everything is still answered for DRAIN_SECONDS, so that a load
	 * balancer can stop sending requests here before this process refuses them.
	 */
	leave(): Promise<void>;
};

/** Serves the API and the pages. */
export async function serve(base: AppBase, areas: Areas): Promise<Served> {
	const { config, deps, origins, tell } = base;
	const leaving = new AbortController();
	const embed =
		config.NDPR_SCRIPT_URL && config.NDPR_FORM_URL
			? { script: config.NDPR_SCRIPT_URL, form: config.NDPR_FORM_URL }
			: undefined;
	const app = createHttpServer({
		log: deps.log,
		trustProxy: config.TRUST_PROXY,
		origins,
		leaving: leaving.signal,
		embed,
		dist: deps.dist,
	});
	addRoutes(app, base, areas, { leaving: leaving.signal, embed });
	const port = await listen(app, config, base.onClose);
	base.listensOn(port);
	tell("Address", `${origins().publicUrl} (listening on ${config.HOST}:${port})`);
	if (!deps.dist) tell("Pages", "not built; only the API answers (npm run build makes them)");
	return {
		port,
		async leave() {
			base.readiness.close();
			leaving.abort();
			await delay(config.DRAIN_SECONDS * 1_000);
		},
	};
}
