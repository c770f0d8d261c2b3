import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { API_BASE } from "#contract/routes.ts";
import { createAccountLog } from "../accounts/account-log.ts";
import type { AssetStore } from "../db/findings/asset-store.ts";
import type { ReportStore } from "../db/reports/report-store.ts";
import type { DigestStore } from "../db/schedules/digest-store.ts";
import type { AcceptLead } from "../leads/accept-lead.ts";
import type { LeadStore } from "../leads/ports.ts";
import type { AccountReports } from "../reports/ports.ts";
import { scannerUserAgent } from "../user-agent.ts";
import type { AccountParts } from "./accounts/account-parts.ts";
import { addAccounts } from "./accounts/add-accounts.ts";
import { addAssets } from "./assets.ts";
import { addApiDocs } from "./docs/api-docs.ts";
import { answerError, sendError } from "./errors.ts";
import { addFindings } from "./findings/add-findings.ts";
import type { FindingParts } from "./findings/finding-parts.ts";
import { addGatekeeper } from "./gate/gatekeeper.ts";
import { originForm } from "./gate/named-host.ts";
import type { Origins } from "./gate/origins.ts";
import { REQUEST_ID } from "./gate/request-id.ts";
import type { Embed } from "./gate/security-headers.ts";
import { type TrustProxy, trustedProxies } from "./gate/trusted-proxies.ts";
import { addHealth } from "./health.ts";
import { addLeads } from "./leads.ts";
import { addNotifications, type NotificationParts } from "./notifications.ts";
import { BODY_BYTES } from "./operation.ts";
import { addOutboxBatch } from "./outbox-batch.ts";
import { addAccountNotMePages } from "./pages/account-not-me-pages.ts";
import { addDigestPages } from "./pages/digest-pages.ts";
import { addInfoPages } from "./pages/info-pages.ts";
import { addSecretPages } from "./pages/secret-pages.ts";
import { addStaticSite } from "./pages/static-site.ts";
import { addSubscriptionPages } from "./pages/subscription-pages.ts";
import { addWorkerSwitch } from "./pages/worker-switch.ts";
import { addQuestionnaire } from "./questionnaire.ts";
import { addSessions } from "./read-session.ts";
import { addReports } from "./reports/add-reports.ts";
import { addScans } from "./scans/add-scans.ts";
import type { ScanRouteDeps } from "./scans/scan-deps.ts";
import { addSchedules, type ScheduleParts } from "./schedules.ts";
import { addSchemas } from "./schemas.ts";
import { createCookies } from "./session-cookie.ts";
import { addTargets, type TargetParts } from "./targets.ts";

type Parts = {
	log: Logger;
	trustProxy: TrustProxy;
	/** Known once the server listens. */
	origins: () => Origins;
	scans: Omit<ScanRouteDeps, "readSession">;
	findings: Omit<FindingParts, "readSession" | "now">;
	assets: AssetStore;
	accounts: Pick<AccountParts, "store" | "passwordLine" | "limits" | "exportAccount">;
	reports: ReportStore;
	accountReports: AccountReports;
	isHealthy: () => Promise<boolean>;
	/** Whether the operator has switched the pages' worker off. */
	isWorkerOff: () => Promise<boolean>;
	teamEmail: string;
	/** A data-protection questionnaire run by somebody else; undefined: our own. */
	embed: Embed | undefined;
	leads: { store: LeadStore; accept: AcceptLead };
	targets: TargetParts;
	notifications: NotificationParts;
	schedules: ScheduleParts;
	digests: DigestStore;
	/** The built pages; undefined when they are not built. */
	dist: string | undefined;
	now: () => Date;
};

/** The HTTP side as a whole, not yet listening. */
export function createHttpServer(parts: Parts): FastifyInstance {
	const { origins, dist } = parts;
	const publicUrl = () => origins().publicUrl;
	const loggerInstance: FastifyBaseLogger = parts.log;
	const app = Fastify({
		loggerInstance,
		// Ours says which route it was and not the address: paths of reports are secrets, client addresses are personal.
		logController: new LogController({ disableRequestLogging: true }),
		trustProxy: trustedProxies(parts.trustProxy),
		rewriteUrl: ({ url = "/" }) => originForm(url),
		genReqId: () => randomUUID(),
		bodyLimit: BODY_BYTES,
		// Names of hosts have up to 253 characters.
		routerOptions: { maxParamLength: 300 },
		requestTimeout: 30_000,
		forceCloseConnections: "idle",
	});
	addSchemas(app);
	app.setErrorHandler(answerError);
	app.removeContentTypeParser("text/plain");

	addGatekeeper(app, origins, parts.embed);
	app.addHook("onSend", async (request, reply) => {
		if (request.url.startsWith(API_BASE)) reply.header(REQUEST_ID, request.id);
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method, routeOptions } = request;
		const ms = Math.round(reply.elapsedTime);
		request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, "answered");
	});

	const cookies = createCookies(() => publicUrl().startsWith("https:"));
	const readSession = addSessions(app, { store: parts.accounts.store, cookies, now: parts.now });
	const note = createAccountLog(parts.log);
	addAccounts(app, { ...parts.accounts, cookies, readSession, note, now: parts.now });
	addAccountNotMePages(app, parts.accounts.store, note);
	addScans(app, { ...parts.scans, readSession });
	addFindings(app, { ...parts.findings, readSession, now: parts.now });
	addAssets(app, { assets: parts.assets, readSession });
	addReports(app, { reports: parts.accountReports, readSession, publicUrl });
	addOutboxBatch(app, parts.now);
	addHealth(app, parts.isHealthy);
	addApiDocs(app, publicUrl);
	addTargets(app, parts.targets, { readSession, now: parts.now });
	addSchedules(app, parts.schedules, { readSession, now: parts.now });
	addNotifications(app, parts.notifications, readSession);
	addLeads(app, parts.leads.accept);
	addSubscriptionPages(app, parts.leads.store);
	addDigestPages(app, parts.digests);
	addQuestionnaire(app, parts.embed);
	addSecretPages(app, parts.reports, publicUrl);
	addInfoPages(app, {
		publicUrl,
		userAgent: () => scannerUserAgent(publicUrl()),
		email: parts.teamEmail,
		now: parts.now,
	});
	app.all(`${API_BASE}*`, async (request, reply) => {
		const url = request.url.split("?")[0] ?? "";
		const methods = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).filter((method) =>
			app.hasRoute({ method, url }),
		);
		if (methods.length === 0) return sendError(reply, "not_found", "There is no such call in this API.");
		reply.header("Allow", methods.join(", "));
		return sendError(reply, "method_not_allowed", `This call takes ${methods.join(" or ")}.`);
	});
	addWorkerSwitch(app, parts.isWorkerOff, parts.now);
	if (dist !== undefined) addStaticSite(app, dist);
	app.setNotFoundHandler((_request, reply) => sendError(reply, "not_found", "There is nothing at this address."));
	return app;
}
