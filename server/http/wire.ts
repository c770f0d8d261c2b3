import type { Accounts } from "../accounts/wire.ts";
import type { Base } from "../base.ts";
import { takePoint } from "../db/rate-limits.ts";
import type { Findings } from "../findings/wire.ts";
import type { Leads } from "../leads/wire.ts";
import type { Notifications } from "../notifications/wire.ts";
import type { Reports } from "../reports/wire.ts";
import type { Scans } from "../scans/wire.ts";
import type { Schedules } from "../schedules/wire.ts";
import type { Targets } from "../targets/wire.ts";
import { createHttpServer } from "./http-server.ts";
import { isHealthy } from "./is-healthy.ts";
import { createIsOperator } from "./is-operator.ts";
import { listen } from "./listen.ts";

type Areas = {
	targets: Targets;
	scans: Scans;
	findings: Findings;
	accounts: Accounts;
	reports: Reports;
	schedules: Schedules;
	leads: Leads;
	notifications: Notifications;
};

/** Serves the API and the pages, and returns the port it listens on. */
export async function serve(base: Base, areas: Areas): Promise<number> {
	const { config, deps, pool, origins, tell } = base;
	const { targets, scans, findings, accounts, reports, schedules, leads, notifications } = areas;
	const count = (counter: Parameters<typeof takePoint>[1]) => takePoint(pool, counter);
	const { accept } = scans;
	const app = createHttpServer({
		log: deps.log,
		trustProxy: config.TRUST_PROXY,
		origins,
		scans: { ...scans, isOperator: createIsOperator(config) },
		findings: { ...findings, accept },
		assets: findings.assets,
		accountReports: reports.ofAccounts,
		accounts,
		reports: reports.ofScans,
		isWorkerOff: base.operation.isWorkerOff,
		isHealthy: () => isHealthy(() => pool.query("SELECT 1")),
		teamEmail: config.TEAM_EMAIL,
		targets: { ...targets, takePoint: count },
		digests: schedules.digests,
		schedules: { ...schedules, accept },
		leads,
		notifications: { ...notifications, publicKey: notifications.vapid?.publicKey, takePoint: count },
		embed:
			config.NDPR_SCRIPT_URL && config.NDPR_FORM_URL
				? { script: config.NDPR_SCRIPT_URL, form: config.NDPR_FORM_URL }
				: undefined,
		dist: deps.dist,
		now: deps.now,
	});
	const port = await listen(app, config, base.onClose);
	base.listensOn(port);
	tell("Address", `${origins().publicUrl} (listening on ${config.HOST}:${port})`);
	if (!deps.dist) tell("Pages", "not built; only the API answers (npm run build makes them)");
	return port;
}
