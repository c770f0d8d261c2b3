import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE, MCP_PATH } from "#contract/routes.ts";
import type { Respondents } from "#server/assurance/assessments/respondents/wire.ts";
import { addAssessments } from "#server/assurance/assessments/routes/add-assessments.ts";
import { addRespond } from "#server/assurance/assessments/routes/add-respond.ts";
import { addRespondents } from "#server/assurance/assessments/routes/add-respondents.ts";
import { addTemplates } from "#server/assurance/assessments/routes/add-templates.ts";
import { createRespondCookies } from "#server/assurance/assessments/routes/respond-cookies.ts";
import { addSignedPages } from "#server/assurance/assessments/routes/signed-pages.ts";
import type { Assessments } from "#server/assurance/assessments/wire.ts";
import type { ControlStore } from "#server/assurance/controls/ports.ts";
import { addControls } from "#server/assurance/controls/routes.ts";
import type { EvidenceStore } from "#server/assurance/evidence/ports.ts";
import { addEvidence } from "#server/assurance/evidence/routes.ts";
import { addDigestPages } from "#server/assurance/findings/digests/routes.ts";
import type { DigestStore } from "#server/assurance/findings/digests/store/digest-store.ts";
import { addFindings } from "#server/assurance/findings/routes/add-findings.ts";
import { addAssets } from "#server/assurance/findings/routes/assets.ts";
import type { FindingDeps } from "#server/assurance/findings/routes/finding-deps.ts";
import type { AssetStore } from "#server/assurance/findings/store/asset-store.ts";
import { addCatalogs } from "#server/assurance/frameworks/routes/add-catalogs.ts";
import { addFrameworkFiles } from "#server/assurance/frameworks/routes/add-framework-files.ts";
import { addFrameworks } from "#server/assurance/frameworks/routes/add-frameworks.ts";
import { addBundle, addBundlePages } from "#server/assurance/frameworks/routes/bundle.ts";
import type { Frameworks } from "#server/assurance/frameworks/wire.ts";
import { addQuestionnaires } from "#server/assurance/questionnaires/routes/add-questionnaires.ts";
import type { Questionnaires } from "#server/assurance/questionnaires/wire.ts";
import type { AccountReports } from "#server/assurance/reports/ports.ts";
import { addReports } from "#server/assurance/reports/routes/add-reports.ts";
import { addSecretPages } from "#server/assurance/reports/routes/secret-pages.ts";
import type { ReportStore } from "#server/assurance/reports/store/report-store.ts";
import type { TaskStore } from "#server/assurance/tasks/ports.ts";
import { addTasks } from "#server/assurance/tasks/routes.ts";
import { addUploads } from "#server/assurance/uploads/routes.ts";
import type { UploadParts } from "#server/assurance/uploads/wire.ts";
import { createAccountLog } from "#server/identity/accounts/account-log.ts";
import { addAccountNotMePages } from "#server/identity/accounts/routes/account-not-me-pages.ts";
import type { AccountRouteDeps } from "#server/identity/accounts/routes/account-route-deps.ts";
import { addAccounts } from "#server/identity/accounts/routes/add-accounts.ts";
import { addNotifications, type NotificationDeps } from "#server/identity/notifications/routes.ts";
import { addOperation, BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { addSessions } from "#server/identity/sessions/read-session.ts";
import { createReadScope } from "#server/identity/sessions/scopes.ts";
import { addCookies } from "#server/identity/sessions/session-cookie.ts";
import { addSignOn } from "#server/identity/sign-on/routes.ts";
import type { SignOnParts } from "#server/identity/sign-on/wire.ts";
import { addAudit } from "#server/identity/workspaces/audit/routes/add-audit.ts";
import type { Audit } from "#server/identity/workspaces/audit/wire.ts";
import type { PeopleDeps } from "#server/identity/workspaces/people/people-deps.ts";
import { addPeople } from "#server/identity/workspaces/people/routes/add-people.ts";
import { addTokens } from "#server/identity/workspaces/tokens/routes.ts";
import type { Tokens } from "#server/identity/workspaces/tokens/wire.ts";
import { addTickets } from "#server/integrations/tickets/routes/add-tickets.ts";
import { addTrackers } from "#server/integrations/tickets/routes/add-trackers.ts";
import type { Tickets } from "#server/integrations/tickets/wire.ts";
import { addWebhooks } from "#server/integrations/webhooks/routes.ts";
import type { Webhooks } from "#server/integrations/webhooks/wire.ts";
import type { Readiness } from "#server/platform/db/readiness.ts";
import { createCostly } from "#server/platform/http/costly.ts";
import { answerError, sendError } from "#server/platform/http/errors.ts";
import { answerClientError } from "#server/platform/http/gate/client-error.ts";
import { addGatekeeper } from "#server/platform/http/gate/gatekeeper.ts";
import { originForm } from "#server/platform/http/gate/named-host.ts";
import type { Origins } from "#server/platform/http/gate/origins.ts";
import { REQUEST_ID } from "#server/platform/http/gate/request-id.ts";
import type { Embed } from "#server/platform/http/gate/security-headers.ts";
import { trustedProxies } from "#server/platform/http/gate/trusted-proxies.ts";
import { addUnknownCall } from "#server/platform/http/gate/unknown-call.ts";
import { addSchemas } from "#server/platform/http/schemas.ts";
import { PAGE_STYLE_HASH } from "#server/platform/paper/pages/page-shell.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import type { TrustProxy } from "#server/platform/settings/config.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { watchRequests } from "#server/platform/watch/watch-requests.ts";
import { addScans } from "#server/scanning/scans/routes/add-scans.ts";
import type { ScanRouteDeps } from "#server/scanning/scans/routes/scan-deps.ts";
import { addSchedules, type ScheduleDeps } from "#server/scanning/schedules/routes/schedules.ts";
import { addTargets, type TargetDeps } from "#server/scanning/targets/routes.ts";
import { addApiDocs } from "./api-docs/api-docs.ts";
import { addClients, type ClientDeps } from "./clients/routes/add-clients.ts";
import type { FreeScanStore } from "./free-scans/ports.ts";
import { addFreeScans } from "./free-scans/routes.ts";
import type { AcceptLead } from "./leads/accept-lead.ts";
import type { LeadStore } from "./leads/ports.ts";
import { addLeads } from "./leads/routes/leads.ts";
import { addSubscriptionPages } from "./leads/routes/subscription-pages.ts";
import { addMcp } from "./mcp/add-mcp.ts";
import { addOperator } from "./operator/routes/add-operator.ts";
import type { OperatorDeps } from "./operator/routes/operator-deps.ts";
import { addOutboxBatch } from "./outbox-batch.ts";
import { addInfoPages } from "./pages/info-pages.ts";
import { addSharePage } from "./pages/share-page.ts";
import { addStaticSite } from "./pages/static-site.ts";
import { createStyleHashes } from "./pages/style-hashes.ts";
import { addWorkerSwitch } from "./pages/worker-switch.ts";
import { addSealed } from "./sealed.ts";
import { addHealth } from "./watch/health.ts";

type HttpDeps = {
	log: Logger;
	trustProxy: TrustProxy;
	/** Known once the server listens. */
	origins: () => Origins;
	/** Aborted when this process is about to end, while it still answers. */
	leaving: AbortSignal;
	scans: Omit<ScanRouteDeps, "senders" | "leaving">;
	findings: Omit<FindingDeps, "senders" | "now">;
	assets: AssetStore;
	freeScans: FreeScanStore;
	accounts: Pick<AccountRouteDeps, "store" | "passwordLine" | "limits" | "box" | "exportAccount">;
	managers: Parameters<typeof createReadScope>[0];
	reports: ReportStore;
	accountReports: AccountReports;
	isHealthy: () => Promise<boolean>;
	readiness: Pick<Readiness, "missing" | "parts">;
	/** Whether the operator has turned the service worker off. */
	isWorkerOff: () => Promise<boolean>;
	teamEmail: string;
	/** A data-protection questionnaire that another provider runs. Undefined: our own. */
	embed: Embed | undefined;
	leads: { store: LeadStore; accept: AcceptLead };
	people: PeopleDeps;
	signOn: SignOnParts;
	tokens: Tokens;
	webhooks: Webhooks;
	tickets: Tickets;
	targets: TargetDeps;
	notifications: NotificationDeps;
	schedules: ScheduleDeps;
	uploads: UploadParts;
	seals: Seals;
	evidence: EvidenceStore;
	frameworks: Frameworks;
	controls: ControlStore;
	tasks: TaskStore;
	respondents: Omit<Respondents, "mails">;
	assessments: Assessments;
	questionnaires: Questionnaires;
	clients: ClientDeps;
	digests: DigestStore;
	operator: Omit<OperatorDeps, "accounts" | "senders" | "now">;
	audit: Audit;
	/** The built pages; undefined when they are not built. */
	dist: string | undefined;
	now: () => Date;
};

/** The whole HTTP server, not yet listening. */
export function createHttpServer(deps: HttpDeps): FastifyInstance {
	const { origins, dist } = deps;
	const publicUrl = () => origins().publicUrl;
	const loggerInstance: FastifyBaseLogger = deps.log;
	const app = Fastify({
		loggerInstance,
		// Each line has the request's id from the work it is written in (watch/context.ts).
		childLoggerFactory: (logger) => logger,
		// Our log has neither paths nor addresses: paths of reports are secrets, addresses are personal data.
		logController: new LogController({ disableRequestLogging: true }),
		trustProxy: trustedProxies(deps.trustProxy),
		rewriteUrl: ({ url = "/" }) => originForm(url),
		genReqId: () => randomUUID(),
		bodyLimit: BODY_BYTES,
		// Names of hosts have up to 253 characters.
		routerOptions: { maxParamLength: 300 },
		requestTimeout: 30_000,
		forceCloseConnections: "idle",
		// A request that got in before the door closed is answered like any other.
		return503OnClosing: false,
		clientErrorHandler: answerClientError,
	});
	addSchemas(app);
	app.setErrorHandler(answerError);
	app.removeContentTypeParser("text/plain");

	watchRequests(app);
	const builtStyles = createStyleHashes(dist);
	addGatekeeper(app, origins, { embed: deps.embed, styles: () => [PAGE_STYLE_HASH, ...builtStyles()] });
	app.addHook("onSend", async (request, reply) => {
		if (request.url.startsWith(API_BASE) || request.routeOptions.url === MCP_PATH) reply.header(REQUEST_ID, request.id);
		// The next request then opens a connection to a process that stays.
		if (deps.leaving.aborted) reply.header("Connection", "close");
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method, routeOptions } = request;
		const ms = Math.round(reply.elapsedTime);
		request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, "answered");
	});

	const cookies = addCookies(app, () => publicUrl().startsWith("https:"));
	const session = addSessions(app, { tokens: deps.tokens.store, store: deps.accounts.store, cookies, now: deps.now });
	const { tokens } = deps;
	const senders = {
		session,
		scope: createReadScope(deps.managers),
		countCall: tokens.countCall,
		costly: createCostly(),
	};
	const note = createAccountLog(deps.log);
	const site = () => ({ origin: publicUrl(), rpId: new URL(publicUrl()).hostname });
	addAccounts(app, { ...deps.accounts, site, cookies, senders, note, now: deps.now });
	addFreeScans(app, { store: deps.freeScans, senders, note, now: deps.now });
	addAccountNotMePages(app, deps.accounts.store, note);
	addScans(app, { ...deps.scans, leaving: deps.leaving, senders });
	addFindings(app, { ...deps.findings, senders, now: deps.now });
	addAssets(app, { assets: deps.assets, senders });
	addReports(app, { reports: deps.accountReports, senders, publicUrl });
	addOutboxBatch(app, deps.now);
	addHealth(app, deps.isHealthy, deps.readiness);
	addApiDocs(app, publicUrl);
	addTargets(app, deps.targets, { senders, now: deps.now });
	addSchedules(app, deps.schedules, { senders, now: deps.now });
	addNotifications(app, deps.notifications, senders);
	addLeads(app, deps.leads.accept);
	addUploads(app, deps.uploads, senders);
	addEvidence(app, deps.evidence, senders);
	addFrameworks(app, deps.frameworks, senders);
	const bundles = { ...deps.frameworks.bundles, publicUrl };
	addBundle(app, bundles, senders);
	addBundlePages(app, bundles);
	addCatalogs(app, deps.frameworks, senders);
	addFrameworkFiles(app, deps.frameworks, senders);
	addControls(app, deps.controls, senders);
	addTasks(app, deps.tasks, senders);
	const { respondents } = deps;
	addRespondents(app, { store: respondents.store, publicUrl }, senders);
	addRespond(app, {
		store: respondents.respond,
		passwordLine: deps.accounts.passwordLine,
		calls: respondents.calls,
		cookies: createRespondCookies(() => publicUrl().startsWith("https:")),
	});
	addAssessments(app, deps.assessments, senders);
	addTemplates(app, deps.assessments, senders);
	addSignedPages(app, deps.assessments);
	addQuestionnaires(app, deps.questionnaires, senders);
	addSealed(app, { seals: deps.seals, uploads: deps.uploads.uploads }, senders);
	addClients(app, deps.clients, senders);
	addPeople(app, { ...deps.people, senders });
	addSignOn(app, { signOn: deps.signOn, accounts: deps.accounts.store, cookies, senders, note, publicUrl });
	const { now } = deps;
	addOperator(app, { ...deps.operator, accounts: { ...deps.accounts, now }, senders, now });
	addAudit(app, deps.audit, senders);
	addTokens(app, { store: tokens.store, senders, now });
	addWebhooks(app, { webhooks: deps.webhooks, senders, publicUrl, now });
	addMcp(app, senders);
	addTrackers(app, { tickets: deps.tickets, senders, publicUrl, now });
	addTickets(app, { tickets: deps.tickets, senders, now });
	addSubscriptionPages(app, deps.leads.store);
	addDigestPages(app, deps.digests);
	// The page asks for it, so that an operator can set a provider without a new build.
	const questionnaire = { script: deps.embed?.script ?? null, form: deps.embed?.form ?? null };
	addOperation(app, OPERATIONS.readQuestionnaire, {}, async () => questionnaire);
	addSecretPages(app, deps.reports, publicUrl);
	addInfoPages(app, {
		publicUrl,
		userAgent: () => scannerUserAgent(publicUrl()),
		email: deps.teamEmail,
		now: deps.now,
	});
	void addSharePage(app);
	addUnknownCall(app);
	addWorkerSwitch(app, deps.isWorkerOff, deps.now);
	if (dist !== undefined) addStaticSite(app, dist, publicUrl);
	app.setNotFoundHandler((_request, reply) => sendError(reply, "not_found", "There is nothing at this address."));
	return app;
}
