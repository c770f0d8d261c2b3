import { setTimeout as delay } from "node:timers/promises";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Respondents } from "#server/assurance/assessments/respondents/wire.ts";
import type { Assessments } from "#server/assurance/assessments/wire.ts";
import type { ControlStore } from "#server/assurance/controls/ports.ts";
import type { EvidenceStore } from "#server/assurance/evidence/ports.ts";
import type { Findings } from "#server/assurance/findings/wire.ts";
import type { Frameworks } from "#server/assurance/frameworks/wire.ts";
import type { Questionnaires } from "#server/assurance/questionnaires/wire.ts";
import type { Reports } from "#server/assurance/reports/wire.ts";
import type { TaskStore } from "#server/assurance/tasks/ports.ts";
import type { UploadParts } from "#server/assurance/uploads/wire.ts";
import type { Accounts } from "#server/identity/accounts/wire.ts";
import type { Notifications } from "#server/identity/notifications/wire.ts";
import type { Identity } from "#server/identity/sessions/identity.ts";
import type { SignOnParts } from "#server/identity/sign-on/wire.ts";
import type { Audit } from "#server/identity/workspaces/audit/wire.ts";
import { readManagers } from "#server/identity/workspaces/people/store/read-managers.ts";
import type { Tokens } from "#server/identity/workspaces/tokens/wire.ts";
import type { People } from "#server/identity/workspaces/wire.ts";
import type { Tickets } from "#server/integrations/tickets/wire.ts";
import type { Webhooks } from "#server/integrations/webhooks/wire.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { inTime, shared } from "#server/platform/db/readiness.ts";
import { listen } from "#server/platform/http/listen.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { atMost } from "#server/scanning/scans/at-most.ts";
import type { Scans } from "#server/scanning/scans/wire.ts";
import type { Schedules } from "#server/scanning/schedules/wire.ts";
import { createOwnershipStore } from "#server/scanning/targets/store/ownership-store.ts";
import type { Targets } from "#server/scanning/targets/wire.ts";
import type { ExportAccount } from "./account-export/store/account-export.ts";
import type { AppBase } from "./base.ts";
import type { Clients } from "./clients/wire.ts";
import type { FreeScanStore } from "./free-scans/ports.ts";
import { createHttpServer } from "./http-server.ts";
import type { Leads } from "./leads/wire.ts";
import { wireOperator } from "./operator/routes/wire.ts";

type Areas = {
	targets: Targets;
	scans: Scans;
	findings: Findings;
	accounts: Accounts & { exportAccount: ExportAccount };
	freeScans: FreeScanStore;
	reports: Reports;
	schedules: Schedules;
	leads: Leads;
	notifications: Notifications;
	uploads: UploadParts;
	seals: Seals;
	evidence: EvidenceStore;
	frameworks: Frameworks;
	controls: ControlStore;
	tasks: TaskStore;
	respondents: Respondents;
	assessments: Assessments;
	questionnaires: Questionnaires;
	clients: Clients;
	audit: Audit;
	people: People;
	signOn: SignOnParts;
	tokens: Tokens;
	webhooks: Webhooks;
	tickets: Tickets;
};

/** About a second's worth on a small machine. One that waits takes up to 16 kB. */
const SUBMISSIONS_AT_ONCE = 512;

type Served = {
	/** The port it listens on. */
	port: number;
	/**
	 * Readiness turns to no, event streams and connections move on, and everything is still answered for DRAIN_SECONDS, so that
	 * a load balancer can stop sending requests here before this process refuses them.
	 */
	leave(): Promise<void>;
};

/** Serves the API and the pages. */
export async function serve(base: AppBase, areas: Areas): Promise<Served> {
	const { config, deps, pool, walled, origins, tell } = base;
	const { targets, scans, findings, accounts, reports, schedules, leads, notifications, people, clients, audit } =
		areas;
	const count = (counter: Parameters<typeof takePoint>[1]) => takePoint(pool, counter);
	const accept = atMost(SUBMISSIONS_AT_ONCE, scans.accept);
	const leaving = new AbortController();
	const databaseAnswers = shared(async () => (await inTime(base.probe.query("SELECT 1"))) !== undefined);
	const app = createHttpServer({
		log: deps.log,
		trustProxy: config.TRUST_PROXY,
		origins,
		leaving: leaving.signal,
		scans: { ...scans, accept, seesTools: createSeesTools(config) },
		findings: { ...findings, accept },
		assets: findings.assets,
		accountReports: reports.ofAccounts,
		accounts,
		freeScans: areas.freeScans,
		managers: (workspace: WorkspaceId) => readManagers(pool, workspace),
		reports: reports.ofScans,
		isWorkerOff: base.operation.isWorkerOff,
		isHealthy: databaseAnswers,
		readiness: base.readiness,
		teamEmail: config.TEAM_EMAIL,
		targets: {
			ownershipsIn: (scope) => createOwnershipStore(within(walled, scope)),
			clientOfHost: scans.clientOfHost,
			lookForProof: targets.lookForProof,
			takePoint: count,
		},
		digests: findings.digests,
		schedules: { ...schedules, accept },
		leads,
		uploads: areas.uploads,
		seals: areas.seals,
		evidence: areas.evidence,
		frameworks: areas.frameworks,
		controls: areas.controls,
		tasks: areas.tasks,
		respondents: areas.respondents,
		assessments: areas.assessments,
		questionnaires: areas.questionnaires,
		clients,
		people,
		signOn: areas.signOn,
		tokens: areas.tokens,
		webhooks: areas.webhooks,
		tickets: areas.tickets,
		operator: wireOperator(base, scans),
		audit,
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
	return {
		port,
		async leave() {
			base.readiness.close();
			leaving.abort();
			await delay(config.DRAIN_SECONDS * 1_000);
		},
	};
}

/**
 * Who sees which scan tools are missing: operators and the account with the team's confirmed address. Without a PUBLIC_URL the
 * server answers on this machine only, so everyone does. This is less than the operator's page shows, which always needs the role.
 */
function createSeesTools({ PUBLIC_URL, TEAM_EMAIL }: Pick<Config, "PUBLIC_URL" | "TEAM_EMAIL">) {
	return (identity: Identity): boolean =>
		PUBLIC_URL === undefined ||
		(identity.type === "account" &&
			(identity.operator || (identity.emailConfirmed && identity.email.toLowerCase() === TEAM_EMAIL.toLowerCase())));
}
