import type { Accounts } from "../accounts/wire.ts";
import type { Base } from "../base.ts";
import type { Config } from "../config.ts";
import { takePoint } from "../db/rate-limits.ts";
import type { Findings } from "../findings/wire.ts";
import type { Leads } from "../leads/wire.ts";
import type { Notifications } from "../notifications/wire.ts";
import type { Reports } from "../reports/wire.ts";
import { atMost } from "../scans/at-most.ts";
import type { Scans } from "../scans/wire.ts";
import type { Schedules } from "../schedules/wire.ts";
import type { Targets } from "../targets/wire.ts";
import { createHttpServer } from "./http-server.ts";
import { listen } from "./listen.ts";
import type { Identity } from "./session/identity.ts";

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

/** About a second's worth on a small machine. One that waits takes up to 16 kB. */
const SUBMISSIONS_AT_ONCE = 512;

/** Serves the API and the pages, and returns the port it listens on. */
export async function serve(base: Base, areas: Areas): Promise<number> {
	const { config, deps, pool, origins, tell } = base;
	const { targets, scans, findings, accounts, reports, schedules, leads, notifications } = areas;
	const count = (counter: Parameters<typeof takePoint>[1]) => takePoint(pool, counter);
	const accept = atMost(SUBMISSIONS_AT_ONCE, scans.accept);
	const app = createHttpServer({
		log: deps.log,
		trustProxy: config.TRUST_PROXY,
		origins,
		scans: { ...scans, accept, isOperator: createIsOperator(config) },
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

/**
 * Whether a sender is an operator. Without a PUBLIC_URL the server answers on this machine only, so everyone is one; otherwise
 * only the account with the team's confirmed address is.
 */
function createIsOperator({ PUBLIC_URL, TEAM_EMAIL }: Pick<Config, "PUBLIC_URL" | "TEAM_EMAIL">) {
	return (identity: Identity): boolean =>
		PUBLIC_URL === undefined ||
		(identity.type === "account" &&
			identity.emailConfirmed &&
			identity.email.toLowerCase() === TEAM_EMAIL.toLowerCase());
}

/** Whether `ask` answers, and in time. */
async function isHealthy(ask: () => Promise<unknown>): Promise<boolean> {
	const { promise: late, resolve } = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => resolve(false), 2_000);
	try {
		return await Promise.race([ask().then(() => true), late]);
	} catch {
		return false;
	} finally {
		clearTimeout(timer);
	}
}
