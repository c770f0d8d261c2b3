/** Base path of the API (spec section 7). */
export const API_BASE = "/api/v1/";

/** Paths below API_BASE, with the trailing slash the specification gives them. `:name` is a parameter. */
export const API_PATHS = {
	outbox: "outbox/",
	scans: "scans/",
	scansOverview: "scans/overview/",
	scansEvents: "scans/events/",
	scansExport: "scans/export/",
	scan: "scans/:scanId/",
	cancelScan: "scans/:scanId/cancel/",
	repeatScan: "scans/:scanId/repeat/",
	scanRaw: "scans/:scanId/raw/:name/",
	engines: "engines/",
	token: "accounts/token/",
	register: "accounts/register/",
	consents: "accounts/consents/",
	freeScans: "accounts/free-scans/",
	watch: "accounts/watch/",
	watchOnceConfirmed: "accounts/watch/once-confirmed/",
	me: "accounts/me/",
	exportMyData: "accounts/me/export/",
	session: "accounts/session/",
	rememberSession: "accounts/session/remember/",
	sessions: "accounts/sessions/",
	sessionById: "accounts/sessions/:sessionId/",
	changePassword: "accounts/password/",
	forgotPassword: "accounts/password/forgot/",
	resetPassword: "accounts/password/reset/",
	changeEmail: "accounts/email/",
	confirmEmail: "accounts/email/confirm/",
	resendConfirmation: "accounts/email/resend/",
	targets: "targets/",
	target: "targets/:targetId/",
	verifyTarget: "targets/:targetId/verify/",
	newsletter: "leads/newsletter/",
	waitlist: "leads/waitlist/",
	contact: "leads/contact/",
	demo: "leads/demo/",
	findings: "findings/",
	problems: "findings/problems/",
	findingsOverview: "findings/overview/",
	findingsExport: "findings/export/",
	verdicts: "findings/verdicts/",
	finding: "findings/:fingerprint/",
	retest: "findings/:fingerprint/retest/",
	assets: "assets/",
	asset: "assets/:host/",
	reports: "reports/",
	report: "reports/:reportId/",
	reportFile: "reports/:reportId/files/:format/",
	shares: "reports/:reportId/shares/",
	share: "reports/:reportId/shares/:shareId/",
	schedules: "schedules/",
	previewSchedule: "schedules/preview/",
	schedule: "schedules/:scheduleId/",
	runSchedule: "schedules/:scheduleId/run/",
	notifications: "notifications/",
	pushSubscription: "notifications/subscription/",
	questionnaire: "questionnaire/",
	operatorOverview: "operator/overview/",
	operatorStuck: "operator/stuck/",
	operatorEndScan: "operator/scans/:scanId/end/",
	operatorJobs: "operator/jobs/",
	operatorRetryJobs: "operator/jobs/retry/",
	operatorStop: "operator/stop/",
	operatorServiceWorker: "operator/service-worker/",
	operatorOptOuts: "operator/opt-outs/",
	operatorOptOut: "operator/opt-outs/:host/",
	operatorLeads: "operator/leads/",
	operatorLeadsExport: "operator/leads/export/",
	operatorAudit: "operator/audit/",
	health: "health/",
	openapi: "openapi.json",
	docs: "docs/",
} as const;

/** How many entries one `POST outbox/` may carry. */
export const BATCH_LIMIT = 50;

/** Pages that the server renders itself. The service worker ignores navigations to them. */
export const SERVER_PAGES = [
	"/api/",
	"/r/",
	"/not-me/",
	"/subscription/",
	"/shared/",
	"/.well-known/",
	"/scanner-info",
] as const;

/** A path with its parameters filled in, percent-encoded. */
export function fillPath(path: string, params: Record<string, string>): string {
	return path.replace(/:(\w+)/g, (_whole, name: string) => {
		const value = params[name];
		if (value === undefined) throw new Error(`The path ${path} needs ${name}`);
		return encodeURIComponent(value);
	});
}
