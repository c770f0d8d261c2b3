import * as z from "zod/mini";
import {
	accountDeletion,
	consents,
	credentials,
	emailChange,
	emailConfirmation,
	me,
	passwordChange,
	passwordForgotten,
	passwordReset,
	profileChange,
	registered,
	registration,
	sessionList,
} from "./accounts.ts";
import { engineList } from "./engines.ts";
import { scanDetail } from "./findings.ts";
import { scanId } from "./ids.ts";
import { contactRequest, demoRequest, leadAccepted, newsletterRequest, waitlistRequest } from "./leads.ts";
import { outboxAnswers, outboxBatch } from "./outbox.ts";
import { questionnaire } from "./questionnaire.ts";
import { API_PATHS } from "./routes.ts";
import { scanExportQuery, scanQuery } from "./scan-query.ts";
import {
	combinedScanRequest,
	nmapScanRequest,
	scanAccepted,
	scanOverview,
	scanPage,
	sslyzeScanRequest,
	wapitiScanRequest,
	zapScanRequest,
} from "./scans.ts";
import { ownedTarget, targetClaim, targetList } from "./targets.ts";

/**
 * One call of the API. The server's routes, the OpenAPI document and the tests of who may see what are made from these.
 */
export type Operation = {
	method: "GET" | "POST" | "PATCH" | "DELETE";
	/** Below API_BASE. */
	path: string;
	/** `public`: anybody. `account`: 401 without a session; everything it reads or changes is the account's own. */
	access: "public" | "account";
	tag: "Scans" | "Accounts" | "Engines" | "Outbox" | "Targets" | "Site" | "Server";
	/** One line for the API's page. */
	summary: string;
	params?: z.ZodMiniObject;
	query?: z.ZodMiniObject;
	body?: z.ZodMiniType;
	/** What a success is answered with. */
	success: 200 | 201 | 202 | 204;
	/** Body of a success; left out where it has none, or is no JSON. */
	answer?: z.ZodMiniType;
	/** Takes an Idempotency-Key: a repeat gets the first answer and creates nothing. */
	idempotent?: true;
};

const scanParams = z.object({ scanId });

const startScan = { method: "POST", tag: "Scans", success: 202, answer: scanAccepted, idempotent: true } as const;

const targetParams = z.object({ targetId: z.uuid("That is no target.") });

const leaveLead = {
	method: "POST",
	access: "public",
	tag: "Site",
	success: 202,
	answer: leadAccepted,
	idempotent: true,
} as const;

export const OPERATIONS = {
	startCombinedScan: {
		...startScan,
		path: API_PATHS.startCombinedScan,
		access: "public",
		summary: "Scan a target with our own passive checks and mail the report. With a session the scan is the account’s.",
		body: combinedScanRequest,
	},
	startZapScan: {
		...startScan,
		path: API_PATHS.startZapScan,
		access: "account",
		summary: "Scan a web application with ZAP.",
		body: zapScanRequest,
	},
	startWapitiScan: {
		...startScan,
		path: API_PATHS.startWapitiScan,
		access: "account",
		summary: "Scan a web application with Wapiti.",
		body: wapitiScanRequest,
	},
	startNmapScan: {
		...startScan,
		path: API_PATHS.startNmapScan,
		access: "account",
		summary: "Find services of a host that are past their end of life with Nmap.",
		body: nmapScanRequest,
	},
	startSslyzeScan: {
		...startScan,
		path: API_PATHS.startSslyzeScan,
		access: "account",
		summary: "Check a host’s TLS with SSLyze.",
		body: sslyzeScanRequest,
	},
	listScans: {
		method: "GET",
		path: API_PATHS.scans,
		access: "account",
		tag: "Scans",
		summary: "The account’s scans, newest first, page by page.",
		query: scanQuery,
		success: 200,
		answer: scanPage,
	},
	scansOverview: {
		method: "GET",
		path: API_PATHS.scansOverview,
		access: "account",
		tag: "Scans",
		summary: "Numbers over all of the account’s scans.",
		success: 200,
		answer: scanOverview,
	},
	watchScans: {
		method: "GET",
		path: API_PATHS.scansEvents,
		access: "account",
		tag: "Scans",
		summary:
			"Server-sent events: `scan` with a summary whenever one of the account’s scans changes, `gone` with an id when one is deleted.",
		success: 200,
	},
	exportScans: {
		method: "GET",
		path: API_PATHS.scansExport,
		access: "account",
		tag: "Scans",
		summary: "All scans of a filter as a CSV or JSON file.",
		query: scanExportQuery,
		success: 200,
	},
	readScan: {
		method: "GET",
		path: API_PATHS.scan,
		access: "account",
		tag: "Scans",
		summary: "One scan with its timeline, its report and what was sent to the host.",
		params: scanParams,
		success: 200,
		answer: scanDetail,
	},
	deleteScan: {
		method: "DELETE",
		path: API_PATHS.scan,
		access: "account",
		tag: "Scans",
		summary: "Delete a finished scan with everything about it.",
		params: scanParams,
		success: 204,
	},
	cancelScan: {
		method: "POST",
		path: API_PATHS.cancelScan,
		access: "account",
		tag: "Scans",
		summary: "Stop a scan that waits or runs. 409 `already_finished` when it has ended.",
		params: scanParams,
		success: 202,
	},
	repeatScan: {
		method: "POST",
		path: API_PATHS.repeatScan,
		access: "account",
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
		tag: "Scans",
		summary: "A tool’s output of this scan as a file.",
		params: z.object({ scanId, name: z.string() }),
		success: 200,
	},
	listEngines: {
		method: "GET",
		path: API_PATHS.engines,
		access: "public",
		tag: "Engines",
		summary: "Which kinds of scan can be run here now, and what would add the others.",
		success: 200,
		answer: engineList,
	},
	sendOutbox: {
		method: "POST",
		path: API_PATHS.outbox,
		access: "public",
		tag: "Outbox",
		summary: "Several requests in one; each is answered, and commits, on its own.",
		body: outboxBatch,
		success: 200,
		answer: outboxAnswers,
	},
	listTargets: {
		method: "GET",
		path: API_PATHS.targets,
		access: "account",
		tag: "Targets",
		summary: "Hosts the account says are its own, and whether it has shown it.",
		success: 200,
		answer: targetList,
	},
	claimTarget: {
		method: "POST",
		path: API_PATHS.targets,
		access: "account",
		tag: "Targets",
		summary: "Say that a host is yours. Says back how to show it; asked twice, it is one.",
		body: targetClaim,
		success: 201,
		answer: ownedTarget,
	},
	verifyTarget: {
		method: "POST",
		path: API_PATHS.verifyTarget,
		access: "account",
		tag: "Targets",
		summary: "Look for the proof now. The answer says whether it was found, and if not what was seen.",
		params: targetParams,
		success: 200,
		answer: ownedTarget,
	},
	removeTarget: {
		method: "DELETE",
		path: API_PATHS.target,
		access: "account",
		tag: "Targets",
		summary: "Forget a host and its proof.",
		params: targetParams,
		success: 204,
	},
	joinNewsletter: {
		...leaveLead,
		path: API_PATHS.newsletter,
		summary: "Ask for the newsletter. It comes once the address has confirmed itself.",
		body: newsletterRequest,
	},
	joinWaitlist: {
		...leaveLead,
		path: API_PATHS.waitlist,
		summary: "Ask for a place on the waitlist. It counts once the address has confirmed itself.",
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
	readQuestionnaire: {
		method: "GET",
		path: API_PATHS.questionnaire,
		access: "public",
		tag: "Site",
		summary: "Which data-protection questionnaire stands in the frame of /ndpr.",
		success: 200,
		answer: questionnaire,
	},
	signIn: {
		method: "POST",
		path: API_PATHS.token,
		access: "public",
		tag: "Accounts",
		summary: "Sign in: a session cookie.",
		body: credentials,
		success: 204,
	},
	register: {
		method: "POST",
		path: API_PATHS.register,
		access: "public",
		tag: "Accounts",
		summary: "Make an account. The answer is the same for an address that has one.",
		body: registration,
		success: 201,
		answer: registered,
	},
	recordConsents: {
		method: "POST",
		path: API_PATHS.consents,
		access: "public",
		tag: "Accounts",
		summary: "Record what was agreed to at a registration.",
		body: consents,
		success: 204,
		idempotent: true,
	},
	readMe: {
		method: "GET",
		path: API_PATHS.me,
		access: "account",
		tag: "Accounts",
		summary: "The signed-in account.",
		success: 200,
		answer: me,
	},
	changeProfile: {
		method: "PATCH",
		path: API_PATHS.me,
		access: "account",
		tag: "Accounts",
		summary: "Change names, company or the wish for updates.",
		body: profileChange,
		success: 200,
		answer: me,
	},
	deleteAccount: {
		method: "DELETE",
		path: API_PATHS.me,
		access: "account",
		tag: "Accounts",
		summary: "Delete the account and everything of it.",
		body: accountDeletion,
		success: 204,
	},
	signOut: {
		method: "DELETE",
		path: API_PATHS.session,
		access: "public",
		tag: "Accounts",
		summary: "End this session. 204 also when there was none.",
		success: 204,
	},
	rememberSession: {
		method: "POST",
		path: API_PATHS.rememberSession,
		access: "account",
		tag: "Accounts",
		summary: "Keep this session for 30 days on this device.",
		success: 204,
	},
	listSessions: {
		method: "GET",
		path: API_PATHS.sessions,
		access: "account",
		tag: "Accounts",
		summary: "Where the account is signed in.",
		success: 200,
		answer: sessionList,
	},
	signOutEverywhere: {
		method: "DELETE",
		path: API_PATHS.sessions,
		access: "account",
		tag: "Accounts",
		summary: "End every session of the account, this one too.",
		success: 204,
	},
	endSession: {
		method: "DELETE",
		path: API_PATHS.sessionById,
		access: "account",
		tag: "Accounts",
		summary: "End one session of the account.",
		params: z.object({ sessionId: z.uuid("That is no session.") }),
		success: 204,
	},
	changePassword: {
		method: "POST",
		path: API_PATHS.changePassword,
		access: "account",
		tag: "Accounts",
		summary: "Change the password; other sessions end.",
		body: passwordChange,
		success: 204,
	},
	forgotPassword: {
		method: "POST",
		path: API_PATHS.forgotPassword,
		access: "public",
		tag: "Accounts",
		summary: "Mail a code for a new password. The answer is the same for every address.",
		body: passwordForgotten,
		success: 202,
	},
	resetPassword: {
		method: "POST",
		path: API_PATHS.resetPassword,
		access: "public",
		tag: "Accounts",
		summary: "Set a new password with the code from the mail; every session ends.",
		body: passwordReset,
		success: 204,
	},
	changeEmail: {
		method: "POST",
		path: API_PATHS.changeEmail,
		access: "account",
		tag: "Accounts",
		summary: "Ask for another address; a code goes to it.",
		body: emailChange,
		success: 202,
	},
	confirmEmail: {
		method: "POST",
		path: API_PATHS.confirmEmail,
		access: "public",
		tag: "Accounts",
		summary: "Confirm an address with the code from its mail.",
		body: emailConfirmation,
		success: 204,
	},
	resendConfirmation: {
		method: "POST",
		path: API_PATHS.resendConfirmation,
		access: "account",
		tag: "Accounts",
		summary: "Mail another code to the address that waits to be confirmed.",
		success: 202,
	},
	readHealth: {
		method: "GET",
		path: API_PATHS.health,
		access: "public",
		tag: "Server",
		summary: "Whether this server and its database answer.",
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
