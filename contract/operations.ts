import * as z from "zod/mini";
import {
	accountDeletion,
	consents,
	credentials,
	emailChange,
	emailConfirmation,
	freeScan,
	freeScanLink,
	hostWatch,
	hostWatched,
	me,
	passwordChange,
	passwordForgotten,
	passwordReset,
	profileChange,
	registered,
	registration,
	sessionList,
	watchOnceConfirmed,
} from "./accounts.ts";
import { ASSESSMENT_OPERATIONS } from "./assessments/assessment-operations.ts";
import { RESPOND_OPERATIONS } from "./assessments/respond-operations.ts";
import { asset, assetChange, assetList } from "./assets.ts";
import { atMost } from "./at-most.ts";
import { CONTROL_OPERATIONS } from "./controls/control-operations.ts";
import { engineList } from "./engines.ts";
import { EVIDENCE_OPERATIONS } from "./evidence/evidence-operations.ts";
import { scanDetail } from "./findings.ts";
import { BUNDLE_OPERATIONS } from "./frameworks/bundle-operations.ts";
import { FRAMEWORK_OPERATIONS } from "./frameworks/framework-operations.ts";
import { scanId } from "./ids.ts";
import { KINDS, SCAN_KINDS, type ScanKind } from "./kinds/kinds.ts";
import { KIND_TEXTS } from "./kinds/texts.ts";
import { contactRequest, demoRequest, leadAccepted, newsletterRequest, waitlistRequest } from "./leads.ts";
import { notificationChanges, notificationSettings, pushSubscription } from "./notifications.ts";
import { OPERATOR_OPERATIONS } from "./operator-operations.ts";
import { outboxAnswers, outboxBatch } from "./outbox.ts";
import { PASSKEY_OPERATIONS } from "./passkey-operations.ts";
import { PROOF_OPERATIONS } from "./proof-operations.ts";
import { questionnaire } from "./questionnaire.ts";
import { QUESTIONNAIRE_OPERATIONS } from "./questionnaires/questionnaire-operations.ts";
import {
	reportAccepted,
	reportDetail,
	reportFilter,
	reportFormat,
	reportPage,
	reportRequest,
	shareMade,
	shareRequest,
} from "./reports.ts";
import { API_PATHS } from "./routes.ts";
import { scanExportQuery, scanQuery } from "./scan-query.ts";
import {
	SCAN_BODIES,
	type ScanBodies,
	type ScanLabels,
	scanAccepted,
	scanLabels,
	scanOverview,
	scanPage,
} from "./scans.ts";
import {
	schedule,
	scheduleChange,
	scheduleList,
	schedulePreview,
	schedulePreviewRequest,
	scheduleRequest,
} from "./schedules.ts";
import { sealedRequest } from "./sealing.ts";
import { SECOND_FACTOR_OPERATIONS } from "./second-factor-operations.ts";
import { SIGN_ON_OPERATIONS } from "./sign-on/sign-on-operations.ts";
import { ownedTarget, targetClaim, targetList } from "./targets.ts";
import { TASK_OPERATIONS } from "./tasks/task-operations.ts";
import { TICKET_OPERATIONS } from "./tickets/ticket-operations.ts";
import { TOKEN_OPERATIONS } from "./tokens/token-operations.ts";
import type { TokenScope } from "./tokens/token-scopes.ts";
import {
	findingDetail,
	findingFilter,
	findingOverview,
	findingPage,
	fingerprint,
	problemPage,
	verdictAccepted,
	verdictRequest,
} from "./vulnerabilities.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks/webhook-operations.ts";
import { AUDIT_OPERATIONS } from "./workspaces/audit-operations.ts";
import { CLIENT_OPERATIONS } from "./workspaces/client-operations.ts";
import { PEOPLE_OPERATIONS } from "./workspaces/people-operations.ts";
import type { Permission } from "./workspaces/roles.ts";
import { SAMPLE_OPERATIONS } from "./workspaces/sample-operations.ts";

/**
 * One call of the API. The server's routes, the OpenAPI document and the access tests are made from these.
 */
export type Cost = "work" | "stream";

export type Operation = {
	method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Below API_BASE. */
	path: string;
	/**
	 * `public`: for everyone. `account`: 401 without a session, and it reads and changes only what belongs to the account or to
	 * the workspace of the request.
	 * `operator`: also 403 without the role.
	 */
	access: "public" | "account" | "operator";
	/**
	 * What the account must be allowed in the workspace of the request (workspaces/roles.ts); `self` if it is about the account
	 * alone, whatever its workspaces. Every operation with the access `account` has one.
	 */
	permission?: Permission | "self";
	/**
	 * What cannot be undone, or gives others access: 403 `step_up_required` unless the person proved who they are in the last 15
	 * minutes. A request from an outbox can be much older, so none of these waits in one.
	 */
	stepUp?: true;
	/**
	 * Set where `self` reads, changes or deletes what is in the account's own workspace: 403 `two_factors_required` if that asks for two
	 * factors and the session has one.
	 */
	ownWorkspace?: true;
	/**
	 * Set where an answer costs much more than others: `work` takes a processor for up to seconds and its memory, `stream` reads much and
	 * is sent as slowly as its reader takes it. A workspace, and an account, has its share of each at once; 503 `unavailable` beyond that.
	 */
	cost?: Cost;
	/** What an API token needs to make the call; `any` if each token can. Without it, no token can. */
	scope?: TokenScope | "any";
	tag:
		| "Scans"
		| "Accounts"
		| "Engines"
		| "Outbox"
		| "Targets"
		| "Findings"
		| "Reports"
		| "Evidence"
		| "Frameworks"
		| "Controls"
		| "Tasks"
		| "Assessments"
		| "Questionnaires"
		| "Site"
		| "Workspaces"
		| "Clients"
		| "Tokens"
		| "Webhooks"
		| "Tickets"
		| "Server"
		| "Operator";
	/** One line for the API page. */
	summary: string;
	params?: z.ZodMiniObject;
	query?: z.ZodMiniObject;
	body?: z.ZodMiniType;
	/** Media types of a body that is a file and not JSON. */
	file?: readonly string[];
	/** Status of a success. */
	success: 200 | 201 | 202 | 204;
	/** Body of a success. Left out if it has none or is not JSON. */
	answer?: z.ZodMiniType;
	/** Takes an Idempotency-Key: a repeat gets the first answer and creates nothing. */
	idempotent?: true;
	/** Its answer has an ETag, and 304 to `If-None-Match` says that it is still the same. */
	conditional?: true;
};

const scanParams = z.object({ scanId });

/** The call that starts a scan of kind `K`. */
type StartScan<K extends ScanKind> = {
	method: "POST";
	path: string;
	access: (typeof KINDS)[K]["needs"] extends "nothing" ? "public" : "account";
	permission: "work";
	scope: "scans:write";
	tag: "Scans";
	summary: string;
	body: z.ZodMiniType<ScanBodies[K] & ScanLabels>;
	success: 202;
	answer: typeof scanAccepted;
	idempotent: true;
};
type StartScanName<K extends ScanKind> = `start${Capitalize<K>}Scan`;

/** `startZapScan`: the name of the call that starts a scan of this kind. */
export const startScanName = <K extends ScanKind>(kind: K) =>
	`start${kind.charAt(0).toUpperCase()}${kind.slice(1)}Scan` as StartScanName<K>;

const START_SCANS = Object.fromEntries(
	SCAN_KINDS.map((kind) => {
		const { path, needs } = KINDS[kind];
		const operation: Operation = {
			method: "POST",
			path,
			access: needs === "nothing" ? "public" : "account",
			permission: "work",
			scope: "scans:write",
			tag: "Scans",
			summary: KIND_TEXTS[kind].summary,
			body: z.extend<z.ZodMiniObject, typeof scanLabels.shape>(SCAN_BODIES[kind], scanLabels.shape),
			success: 202,
			answer: scanAccepted,
			idempotent: true,
		};
		return [startScanName(kind), operation];
	}),
) as { [K in ScanKind as StartScanName<K>]: StartScan<K> };

const targetParams = z.object({ targetId: z.uuid("This is not a target ID.") });

const reportParams = z.object({ reportId: z.uuid("This is not a report ID.") });

const scheduleParams = z.object({ scheduleId: z.uuid("This is not a schedule ID.") });

const pageQuery = z.pick(scanQuery, { cursor: true, limit: true });

const leaveLead = {
	method: "POST",
	access: "public",
	tag: "Site",
	success: 202,
	answer: leadAccepted,
	idempotent: true,
} as const;

export const OPERATIONS = {
	...START_SCANS,
	listScans: {
		method: "GET",
		path: API_PATHS.scans,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "The account’s scans, newest first, page by page.",
		query: scanQuery,
		success: 200,
		answer: scanPage,
		conditional: true,
	},
	scansOverview: {
		method: "GET",
		path: API_PATHS.scansOverview,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "Numbers over all of the account’s scans.",
		success: 200,
		answer: scanOverview,
		conditional: true,
	},
	watchScans: {
		method: "GET",
		path: API_PATHS.scansEvents,
		access: "account",
		permission: "read",
		tag: "Scans",
		summary:
			"Server-sent events: `scan` with a summary whenever one of the account’s scans changes, `gone` with an id when one is deleted.",
		success: 200,
	},
	exportScans: {
		method: "GET",
		path: API_PATHS.scansExport,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "All scans of a filter as a CSV or JSON file.",
		query: scanExportQuery,
		success: 200,
	},
	readScan: {
		method: "GET",
		path: API_PATHS.scan,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "One scan with its timeline, its report and what was sent to the host.",
		params: scanParams,
		success: 200,
		answer: scanDetail,
		conditional: true,
	},
	deleteScan: {
		method: "DELETE",
		path: API_PATHS.scan,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Delete a finished scan with everything about it. Findings over all scans stay.",
		params: scanParams,
		success: 204,
	},
	cancelScan: {
		method: "POST",
		path: API_PATHS.cancelScan,
		access: "account",
		permission: "arrange",
		scope: "scans:write",
		tag: "Scans",
		summary: "Stop a scan that waits or runs. 409 `already_finished` when it has ended.",
		params: scanParams,
		success: 202,
	},
	repeatScan: {
		method: "POST",
		path: API_PATHS.repeatScan,
		access: "account",
		permission: "work",
		scope: "scans:write",
		tag: "Scans",
		summary: "Ask for the same scan again: a new scan with the same fields.",
		params: scanParams,
		success: 202,
		answer: scanAccepted,
		idempotent: true,
	},
	readScanRaw: {
		method: "GET",
		path: API_PATHS.scanRaw,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "A tool’s output of this scan as a file.",
		params: z.object({ scanId, name: z.string() }),
		success: 200,
	},
	listSchedules: {
		method: "GET",
		path: API_PATHS.schedules,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "The account’s schedules with their next runs and the outcome of the last one.",
		success: 200,
		answer: scheduleList,
	},
	createSchedule: {
		method: "POST",
		path: API_PATHS.schedules,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Schedule a scan: once, daily, weekly, monthly or by a cron expression.",
		body: scheduleRequest,
		success: 201,
		answer: schedule,
		idempotent: true,
	},
	previewSchedule: {
		method: "POST",
		path: API_PATHS.previewSchedule,
		access: "account",
		permission: "read",
		tag: "Scans",
		summary: "When a schedule would run. Nothing is stored.",
		body: schedulePreviewRequest,
		success: 200,
		answer: schedulePreview,
	},
	changeSchedule: {
		method: "PATCH",
		path: API_PATHS.schedule,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Pause, resume or change a schedule.",
		params: scheduleParams,
		body: scheduleChange,
		success: 200,
		answer: schedule,
	},
	deleteSchedule: {
		method: "DELETE",
		path: API_PATHS.schedule,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Delete a schedule. Its scans stay.",
		params: scheduleParams,
		success: 204,
	},
	runScheduleNow: {
		method: "POST",
		path: API_PATHS.runSchedule,
		access: "account",
		permission: "work",
		tag: "Scans",
		summary: "Start the scan of a schedule now. Its times stay as they are.",
		params: scheduleParams,
		success: 202,
		answer: scanAccepted,
		idempotent: true,
	},
	listEngines: {
		method: "GET",
		path: API_PATHS.engines,
		access: "public",
		scope: "scans:read",
		tag: "Engines",
		summary: "Which kinds of scan are available here now, and what the others need.",
		success: 200,
		answer: engineList,
		conditional: true,
	},
	sendOutbox: {
		method: "POST",
		path: API_PATHS.outbox,
		access: "public",
		tag: "Outbox",
		summary: "Several requests in one. Each is answered and commits on its own.",
		body: outboxBatch,
		success: 200,
		answer: outboxAnswers,
	},
	sendSealed: {
		method: "POST",
		path: API_PATHS.sealed,
		access: "account",
		// What the request inside needs, its own route asks for: a guest answers questions, and does no other work.
		permission: "read",
		tag: "Outbox",
		summary:
			"A request that was sealed when it was made. It is answered as the request inside would be, whatever its status is; 422 `seal_unknown` if no key of this server opens it for this workspace.",
		body: sealedRequest,
		success: 202,
		idempotent: true,
	},
	listTargets: {
		method: "GET",
		path: API_PATHS.targets,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Targets",
		summary: "Hosts that the account says are its own, and whether they are verified.",
		success: 200,
		answer: targetList,
	},
	claimTarget: {
		method: "POST",
		path: API_PATHS.targets,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Add a host of yours. The answer says how to verify it. Adding it twice changes nothing.",
		body: targetClaim,
		success: 201,
		answer: ownedTarget,
	},
	verifyTarget: {
		method: "POST",
		path: API_PATHS.verifyTarget,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Look for the proof now. The answer says whether it was found, or what was there instead.",
		params: targetParams,
		success: 200,
		answer: ownedTarget,
	},
	removeTarget: {
		method: "DELETE",
		path: API_PATHS.target,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Remove a host and its proof.",
		params: targetParams,
		success: 204,
	},
	listFindings: {
		method: "GET",
		path: API_PATHS.findings,
		access: "account",
		permission: "read",
		scope: "findings:read",
		tag: "Findings",
		summary: "Findings over all of the account’s scans, one per fingerprint, worst first, page by page.",
		query: z.extend(findingFilter, pageQuery.shape),
		success: 200,
		answer: findingPage,
		conditional: true,
	},
	listProblems: {
		method: "GET",
		path: API_PATHS.problems,
		access: "account",
		permission: "read",
		scope: "findings:read",
		tag: "Findings",
		summary:
			"The same findings grouped by rule, title and severity, worst first, page by page, with their first places.",
		query: z.extend(findingFilter, {
			...pageQuery.shape,
			/** Longer than others: it holds a title. */
			cursor: z.optional(z.string().check(atMost(4_000, "This is not a cursor."))),
		}),
		success: 200,
		answer: problemPage,
		conditional: true,
	},
	findingsOverview: {
		method: "GET",
		path: API_PATHS.findingsOverview,
		access: "account",
		permission: "read",
		scope: "findings:read",
		tag: "Findings",
		summary: "Open findings, their trend, the worst problems, what got worse, what has expired and what expires soon.",
		success: 200,
		answer: findingOverview,
		conditional: true,
	},
	exportFindings: {
		method: "GET",
		path: API_PATHS.findingsExport,
		access: "account",
		permission: "read",
		cost: "stream",
		scope: "findings:read",
		tag: "Findings",
		summary: "All findings of a filter as a CSV or JSON file.",
		query: z.extend(findingFilter, { format: z.enum(["csv", "json"], "The format is csv or json.") }),
		success: 200,
	},
	readFinding: {
		method: "GET",
		path: API_PATHS.finding,
		access: "account",
		permission: "read",
		scope: "findings:read",
		tag: "Findings",
		summary: "One finding with its evidence, its sightings and the decisions about it.",
		params: z.object({ fingerprint }),
		success: 200,
		answer: findingDetail,
		conditional: true,
	},
	sayVerdict: {
		method: "POST",
		path: API_PATHS.verdicts,
		access: "account",
		permission: "work",
		tag: "Findings",
		summary: "Mark findings as fixed, not a problem or an accepted risk, or undo that.",
		body: verdictRequest,
		success: 202,
		answer: verdictAccepted,
		idempotent: true,
	},
	retestFinding: {
		method: "POST",
		path: API_PATHS.retest,
		access: "account",
		permission: "work",
		scope: "scans:write",
		tag: "Findings",
		summary: "Test again: repeat the scan that last saw this finding.",
		params: z.object({ fingerprint }),
		success: 202,
		answer: scanAccepted,
		idempotent: true,
	},
	listAssets: {
		method: "GET",
		path: API_PATHS.assets,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Targets",
		summary: "Hosts that the account added or scanned, and what is known about them.",
		success: 200,
		answer: assetList,
		conditional: true,
	},
	labelAsset: {
		method: "PATCH",
		path: API_PATHS.asset,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Move a host to another client, with all that was found there.",
		params: z.object({ host: z.string() }),
		body: assetChange,
		success: 200,
		answer: asset,
	},
	removeAsset: {
		method: "DELETE",
		path: API_PATHS.asset,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Remove a host with its verification and its findings. Its scans stay.",
		params: z.object({ host: z.string() }),
		success: 204,
	},
	listReports: {
		method: "GET",
		path: API_PATHS.reports,
		access: "account",
		permission: "read",
		scope: "reports:read",
		tag: "Reports",
		summary: "The account’s reports, newest first, page by page.",
		query: z.extend(reportFilter, pageQuery.shape),
		success: 200,
		answer: reportPage,
		conditional: true,
	},
	requestReport: {
		method: "POST",
		path: API_PATHS.reports,
		access: "account",
		permission: "work",
		scope: "reports:write",
		tag: "Reports",
		summary: "Create a report from the account’s findings.",
		body: reportRequest,
		success: 202,
		answer: reportAccepted,
		idempotent: true,
	},
	readReport: {
		method: "GET",
		path: API_PATHS.report,
		access: "account",
		permission: "read",
		scope: "reports:read",
		tag: "Reports",
		summary: "One report: its summary and the links that share it.",
		params: reportParams,
		success: 200,
		answer: reportDetail,
		conditional: true,
	},
	deleteReport: {
		method: "DELETE",
		path: API_PATHS.report,
		access: "account",
		permission: "arrange",
		tag: "Reports",
		summary: "Delete a report with its files and links.",
		params: reportParams,
		success: 204,
	},
	readReportFile: {
		method: "GET",
		path: API_PATHS.reportFile,
		access: "account",
		permission: "read",
		scope: "reports:read",
		tag: "Reports",
		summary: "A report as a file.",
		params: z.extend(reportParams, { format: reportFormat }),
		success: 200,
	},
	shareReport: {
		method: "POST",
		path: API_PATHS.shares,
		access: "account",
		permission: "arrange",
		tag: "Reports",
		stepUp: true,
		summary: "Create a link that lets anyone read this report until it expires.",
		params: reportParams,
		body: shareRequest,
		success: 201,
		answer: shareMade,
	},
	revokeShare: {
		method: "DELETE",
		path: API_PATHS.share,
		access: "account",
		permission: "arrange",
		tag: "Reports",
		summary: "End a link.",
		params: z.extend(reportParams, { shareId: z.uuid("This is not a link ID.") }),
		success: 204,
	},
	joinNewsletter: {
		...leaveLead,
		path: API_PATHS.newsletter,
		summary: "Ask for the newsletter. It starts once the address is confirmed.",
		body: newsletterRequest,
	},
	joinWaitlist: {
		...leaveLead,
		path: API_PATHS.waitlist,
		summary: "Ask for a place on the waitlist. It counts once the address is confirmed.",
		body: waitlistRequest,
	},
	sendContact: {
		...leaveLead,
		path: API_PATHS.contact,
		summary: "Send a message to the team.",
		body: contactRequest,
	},
	askForDemo: {
		...leaveLead,
		path: API_PATHS.demo,
		summary: "Ask for a demo.",
		body: demoRequest,
	},
	readNotifications: {
		method: "GET",
		path: API_PATHS.notifications,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "What the account is notified of, and on how many devices.",
		success: 200,
		answer: notificationSettings,
	},
	changeNotifications: {
		method: "PATCH",
		path: API_PATHS.notifications,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Choose what to be notified of. Fields that are left out stay as they are.",
		body: notificationChanges,
		success: 200,
		answer: notificationSettings,
	},
	addSubscription: {
		method: "POST",
		path: API_PATHS.pushSubscription,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary:
			"Turn notifications on for this session’s device, with the subscription of its browser. It ends with the session.",
		body: pushSubscription,
		success: 200,
		answer: notificationSettings,
	},
	removeSubscription: {
		method: "DELETE",
		path: API_PATHS.pushSubscription,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Turn notifications off for this session’s device.",
		success: 204,
	},
	readQuestionnaire: {
		method: "GET",
		path: API_PATHS.questionnaire,
		access: "public",
		tag: "Site",
		summary: "Which data-protection questionnaire is shown in the frame of /ndpr.",
		success: 200,
		answer: questionnaire,
	},
	signIn: {
		method: "POST",
		path: API_PATHS.token,
		access: "public",
		tag: "Accounts",
		summary: "Sign in. The answer sets a session cookie.",
		body: credentials,
		success: 204,
	},
	register: {
		method: "POST",
		path: API_PATHS.register,
		access: "public",
		tag: "Accounts",
		summary: "Create an account. The answer is the same if the address already has one.",
		body: registration,
		success: 201,
		answer: registered,
	},
	recordConsents: {
		method: "POST",
		path: API_PATHS.consents,
		access: "public",
		tag: "Accounts",
		summary: "Record what was agreed to at registration.",
		body: consents,
		success: 204,
		idempotent: true,
	},
	readFreeScan: {
		method: "POST",
		path: API_PATHS.freeScans,
		access: "public",
		tag: "Accounts",
		summary: "Which host the link to a report is about.",
		body: freeScanLink,
		success: 200,
		answer: freeScan,
	},
	watchHost: {
		method: "POST",
		path: API_PATHS.watch,
		access: "account",
		permission: "self",
		ownWorkspace: true,
		tag: "Accounts",
		summary: "Take the free scan of a report into the account, and scan its host every week.",
		body: hostWatch,
		success: 200,
		answer: hostWatched,
	},
	watchOnceConfirmed: {
		method: "POST",
		path: API_PATHS.watchOnceConfirmed,
		access: "public",
		tag: "Accounts",
		summary: "Scan the host of a report every week, from the moment the registration’s address is confirmed.",
		body: watchOnceConfirmed,
		success: 204,
	},
	readMe: {
		method: "GET",
		path: API_PATHS.me,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "The signed-in account.",
		success: 200,
		answer: me,
	},
	exportMyData: {
		method: "GET",
		path: API_PATHS.exportMyData,
		access: "account",
		permission: "self",
		cost: "stream",
		ownWorkspace: true,
		tag: "Accounts",
		stepUp: true,
		summary: "All data of the account as one JSON file.",
		success: 200,
	},
	changeProfile: {
		method: "PATCH",
		path: API_PATHS.me,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Change names, company or the choice about updates.",
		body: profileChange,
		success: 200,
		answer: me,
	},
	deleteAccount: {
		method: "DELETE",
		path: API_PATHS.me,
		access: "account",
		permission: "self",
		ownWorkspace: true,
		tag: "Accounts",
		stepUp: true,
		summary: "Delete the account with everything in it.",
		body: accountDeletion,
		success: 204,
	},
	signOut: {
		method: "DELETE",
		path: API_PATHS.session,
		access: "public",
		tag: "Accounts",
		summary:
			"End this session. 204 even if there was none. The header `Plumbline-Company-Sign-Out` names the page where the browser can sign out at its company’s provider as well, if the session came through one.",
		success: 204,
	},
	rememberSession: {
		method: "POST",
		path: API_PATHS.rememberSession,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Keep this session for 30 days on this device.",
		success: 204,
	},
	listSessions: {
		method: "GET",
		path: API_PATHS.sessions,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Where the account is signed in.",
		success: 200,
		answer: sessionList,
	},
	signOutEverywhere: {
		method: "DELETE",
		path: API_PATHS.sessions,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "End every session of the account, including this one.",
		success: 204,
	},
	endOtherSessions: {
		method: "DELETE",
		path: API_PATHS.otherSessions,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "End every session of the account except this one.",
		success: 204,
	},
	endSession: {
		method: "DELETE",
		path: API_PATHS.sessionById,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "End one session of the account.",
		params: z.object({ sessionId: z.uuid("This is not a session ID.") }),
		success: 204,
	},
	changePassword: {
		method: "POST",
		path: API_PATHS.changePassword,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Change the password. Other sessions end.",
		body: passwordChange,
		success: 204,
	},
	forgotPassword: {
		method: "POST",
		path: API_PATHS.forgotPassword,
		access: "public",
		tag: "Accounts",
		summary: "Email a code for a new password. The answer is the same for every address.",
		body: passwordForgotten,
		success: 202,
	},
	resetPassword: {
		method: "POST",
		path: API_PATHS.resetPassword,
		access: "public",
		tag: "Accounts",
		summary: "Set a new password with the code from the email. Every session ends.",
		body: passwordReset,
		success: 204,
	},
	changeEmail: {
		method: "POST",
		path: API_PATHS.changeEmail,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Change the address. A code goes to the new one.",
		body: emailChange,
		success: 202,
	},
	confirmEmail: {
		method: "POST",
		path: API_PATHS.confirmEmail,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Confirm the account’s address, or its new address, with the code from the email.",
		body: emailConfirmation,
		success: 204,
	},
	resendConfirmation: {
		method: "POST",
		path: API_PATHS.resendConfirmation,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Email another code to the address that waits for confirmation.",
		success: 202,
	},
	...EVIDENCE_OPERATIONS,
	...FRAMEWORK_OPERATIONS,
	...BUNDLE_OPERATIONS,
	...CONTROL_OPERATIONS,
	...TASK_OPERATIONS,
	...ASSESSMENT_OPERATIONS,
	...RESPOND_OPERATIONS,
	...QUESTIONNAIRE_OPERATIONS,
	...PEOPLE_OPERATIONS,
	...SIGN_ON_OPERATIONS,
	...CLIENT_OPERATIONS,
	...SAMPLE_OPERATIONS,
	...AUDIT_OPERATIONS,
	...SECOND_FACTOR_OPERATIONS,
	...PASSKEY_OPERATIONS,
	...PROOF_OPERATIONS,
	...TOKEN_OPERATIONS,
	...WEBHOOK_OPERATIONS,
	...TICKET_OPERATIONS,
	...OPERATOR_OPERATIONS,
	readHealth: {
		method: "GET",
		path: API_PATHS.health,
		access: "public",
		tag: "Server",
		summary: "Whether this server and its database respond.",
		success: 200,
		answer: z.object({ status: z.literal("ok") }),
	},
	readOpenApi: {
		method: "GET",
		path: API_PATHS.openapi,
		access: "public",
		tag: "Server",
		summary: "This API, described for programs (OpenAPI 3.1).",
		success: 200,
	},
	readApiDocs: {
		method: "GET",
		path: API_PATHS.docs,
		access: "public",
		tag: "Server",
		summary: "This API, described for people.",
		success: 200,
	},
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
