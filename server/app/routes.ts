import type { FastifyInstance } from "fastify";
import type { WorkspaceId } from "#contract/ids.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addAssessments } from "#server/assurance/assessments/routes/add-assessments.ts";
import { addRespond } from "#server/assurance/assessments/routes/add-respond.ts";
import { addRespondents } from "#server/assurance/assessments/routes/add-respondents.ts";
import { addTemplates } from "#server/assurance/assessments/routes/add-templates.ts";
import { createRespondCookies } from "#server/assurance/assessments/routes/respond-cookies.ts";
import { addSignedPages } from "#server/assurance/assessments/routes/signed-pages.ts";
import { addControls } from "#server/assurance/controls/routes.ts";
import { addEvidence } from "#server/assurance/evidence/routes.ts";
import { addDigestPages } from "#server/assurance/findings/digests/routes.ts";
import { addFindings } from "#server/assurance/findings/routes/add-findings.ts";
import { addAssets } from "#server/assurance/findings/routes/assets.ts";
import { addCatalogs } from "#server/assurance/frameworks/routes/add-catalogs.ts";
import { addFrameworkFiles } from "#server/assurance/frameworks/routes/add-framework-files.ts";
import { addFrameworks } from "#server/assurance/frameworks/routes/add-frameworks.ts";
import { addOwnFrameworks } from "#server/assurance/frameworks/routes/add-own-frameworks.ts";
import { addBundle, addBundlePages } from "#server/assurance/frameworks/routes/bundle.ts";
import { addKeyPages } from "#server/assurance/frameworks/routes/key-pages.ts";
import { addQuestionnaires } from "#server/assurance/questionnaires/routes/add-questionnaires.ts";
import { addReports } from "#server/assurance/reports/routes/add-reports.ts";
import { addSecretPages } from "#server/assurance/reports/routes/secret-pages.ts";
import { addTasks } from "#server/assurance/tasks/routes.ts";
import { addUploads } from "#server/assurance/uploads/routes.ts";
import { createAccountLog } from "#server/identity/accounts/account-log.ts";
import { addAccountNotMePages } from "#server/identity/accounts/routes/account-not-me-pages.ts";
import { addAccounts } from "#server/identity/accounts/routes/add-accounts.ts";
import { addNotifications } from "#server/identity/notifications/routes.ts";
import type { Identity } from "#server/identity/sessions/identity.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { addSessions } from "#server/identity/sessions/read-session.ts";
import { createReadScope } from "#server/identity/sessions/scopes.ts";
import { addCookies } from "#server/identity/sessions/session-cookie.ts";
import { addSignOn } from "#server/identity/sign-on/routes.ts";
import { addAudit } from "#server/identity/workspaces/audit/routes/add-audit.ts";
import { addPeople } from "#server/identity/workspaces/people/routes/add-people.ts";
import { readManagers } from "#server/identity/workspaces/people/store/read-managers.ts";
import { addTokens } from "#server/identity/workspaces/tokens/routes.ts";
import { addTickets } from "#server/integrations/tickets/routes/add-tickets.ts";
import { addTrackers } from "#server/integrations/tickets/routes/add-trackers.ts";
import { addWebhooks } from "#server/integrations/webhooks/routes.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { inTime, shared } from "#server/platform/db/readiness.ts";
import { createCostly } from "#server/platform/http/costly.ts";
import type { Embed } from "#server/platform/http/gate/security-headers.ts";
import { addUnknownCall } from "#server/platform/http/gate/unknown-call.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { atMost } from "#server/scanning/scans/at-most.ts";
import { addScans } from "#server/scanning/scans/routes/add-scans.ts";
import { addSchedules } from "#server/scanning/schedules/routes/schedules.ts";
import { addTargets } from "#server/scanning/targets/routes.ts";
import { createOwnershipStore } from "#server/scanning/targets/store/ownership-store.ts";
import { addApiDocs } from "./api-docs/api-docs.ts";
import type { Areas } from "./areas.ts";
import type { AppBase } from "./base.ts";
import { addClients } from "./clients/routes/add-clients.ts";
import { addFreeScans } from "./free-scans/routes.ts";
import { addLeads } from "./leads/routes/leads.ts";
import { addSubscriptionPages } from "./leads/routes/subscription-pages.ts";
import { addMcp } from "./mcp/add-mcp.ts";
import { addOperator } from "./operator/routes/add-operator.ts";
import { wireOperator } from "./operator/routes/wire.ts";
import { addOutboxBatch } from "./outbox-batch.ts";
import { addInfoPages } from "./pages/info-pages.ts";
import { addSharePage } from "./pages/share-page.ts";
import { addStaticSite } from "./pages/static-site.ts";
import { addWorkerSwitch } from "./pages/worker-switch.ts";
import { addSealed } from "./sealing/routes.ts";
import { addHealth } from "./watch/health.ts";

/** About a second's worth on a small machine. Each request that waits takes up to 16 kB. */
const SUBMISSIONS_AT_ONCE = 512;

/** Every route of the server. An area that is added to `areas.ts` gets its line here. */
export function addRoutes(
	app: FastifyInstance,
	base: AppBase,
	areas: Areas,
	{ leaving, embed }: { leaving: AbortSignal; embed: Embed | undefined },
): void {
	const { config, deps, pool, walled } = base;
	const { now } = deps;
	const publicUrl = () => base.origins().publicUrl;
	const count = (counter: Parameters<typeof takePoint>[1]) => takePoint(pool, counter);
	const accept = atMost(SUBMISSIONS_AT_ONCE, areas.scans.accept);
	const isHealthy = shared(async () => (await inTime(base.probe.query("SELECT 1"))) !== undefined);
	const cookies = addCookies(app, () => publicUrl().startsWith("https:"));
	const session = addSessions(app, { tokens: areas.tokens.store, store: areas.accounts.store, cookies, now });
	const senders = {
		session,
		scope: createReadScope((workspace: WorkspaceId) => readManagers(pool, workspace)),
		countCall: areas.tokens.countCall,
		costly: createCostly(),
	};
	const note = createAccountLog(deps.log);
	const site = () => ({ origin: publicUrl(), rpId: new URL(publicUrl()).hostname });
	addAccounts(app, { ...areas.accounts, site, cookies, senders, note, now });
	addFreeScans(app, { store: areas.freeScans, senders, note, now });
	addAccountNotMePages(app, areas.accounts.store, note);
	addScans(app, { ...areas.scans, accept, seesTools: createSeesTools(config), leaving, senders });
	addFindings(app, { ...areas.findings, accept, senders, now });
	addAssets(app, { assets: areas.findings.assets, senders });
	addReports(app, { reports: areas.reports.ofAccounts, senders, publicUrl });
	addOutboxBatch(app, now);
	addHealth(app, isHealthy, base.readiness);
	addApiDocs(app, publicUrl);
	addTargets(
		app,
		{
			ownershipsIn: (scope) => createOwnershipStore(within(walled, scope)),
			clientOfHost: areas.scans.clientOfHost,
			lookForProof: areas.targets.lookForProof,
			takePoint: count,
		},
		{ senders, now },
	);
	addSchedules(app, { ...areas.schedules, accept }, { senders, now });
	const { notifications } = areas;
	addNotifications(app, { ...notifications, publicKey: notifications.vapid?.publicKey, takePoint: count }, senders);
	addLeads(app, areas.leads.accept);
	addUploads(app, areas.uploads, senders);
	addEvidence(app, areas.evidence, senders);
	addFrameworks(app, areas.frameworks, senders);
	const bundles = { ...areas.frameworks.bundles, publicUrl };
	addBundle(app, bundles, senders);
	addBundlePages(app, bundles);
	addKeyPages(app, bundles);
	addCatalogs(app, areas.frameworks, senders);
	addOwnFrameworks(app, areas.frameworks.own, senders);
	addFrameworkFiles(app, areas.frameworks, senders);
	addControls(app, areas.controls, senders);
	addTasks(app, areas.tasks, senders);
	const { respondents } = areas;
	addRespondents(app, { store: respondents.store, publicUrl }, senders);
	addRespond(app, {
		store: respondents.respond,
		passwordLine: areas.accounts.passwordLine,
		calls: respondents.calls,
		cookies: createRespondCookies(() => publicUrl().startsWith("https:")),
	});
	addAssessments(app, areas.assessments, senders);
	addTemplates(app, areas.assessments, senders);
	addSignedPages(app, areas.assessments);
	addQuestionnaires(app, areas.questionnaires, senders);
	addSealed(app, { seals: areas.seals, uploads: areas.uploads.uploads }, senders);
	addClients(app, areas.clients, senders);
	addPeople(app, { ...areas.people, senders });
	addSignOn(app, { signOn: areas.signOn, accounts: areas.accounts.store, cookies, senders, note, publicUrl });
	addOperator(app, { ...wireOperator(base, areas.scans), accounts: { ...areas.accounts, now }, senders, now });
	addAudit(app, areas.audit, senders);
	addTokens(app, { store: areas.tokens.store, senders, now });
	addWebhooks(app, { webhooks: areas.webhooks, senders, publicUrl, now });
	addMcp(app, senders);
	addTrackers(app, { tickets: areas.tickets, senders, publicUrl, now });
	addTickets(app, { tickets: areas.tickets, senders, now });
	addSubscriptionPages(app, areas.leads.store);
	addDigestPages(app, areas.findings.digests);
	// The page requests it, so that an operator can set a provider without a new build.
	const questionnaire = { script: embed?.script ?? null, form: embed?.form ?? null };
	addOperation(app, OPERATIONS.readQuestionnaire, {}, async () => questionnaire);
	addSecretPages(app, areas.reports.ofScans, publicUrl);
	addInfoPages(app, {
		publicUrl,
		userAgent: () => scannerUserAgent(publicUrl()),
		email: config.TEAM_EMAIL,
		now,
	});
	void addSharePage(app);
	addUnknownCall(app);
	addWorkerSwitch(app, base.operation.isWorkerOff, now);
	if (deps.dist !== undefined) addStaticSite(app, deps.dist, publicUrl);
}

/**
 * Who sees which scan tools are missing: operators and the account with the team's confirmed address. Without a PUBLIC_URL the server
 * answers only on this machine, so everyone does. This is less than the operator's page shows, which always needs the role.
 */
function createSeesTools({ PUBLIC_URL, TEAM_EMAIL }: Pick<Config, "PUBLIC_URL" | "TEAM_EMAIL">) {
	return (identity: Identity): boolean =>
		PUBLIC_URL === undefined ||
		(identity.type === "account" &&
			(identity.operator || (identity.emailConfirmed && identity.email.toLowerCase() === TEAM_EMAIL.toLowerCase())));
}
