import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { pageFields } from "#contract/scans/scan-query.ts";
import { scanAccepted } from "#contract/scans/scans.ts";
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

/** Calls about findings and the decisions about them. */
export const FINDING_OPERATIONS = {
	listFindings: {
		method: "GET",
		path: API_PATHS.findings,
		access: "account",
		permission: "read",
		scope: "findings:read",
		tag: "Findings",
		summary: "Findings over all of the account’s scans, one per fingerprint, worst first, page by page.",
		query: z.extend(findingFilter, pageFields),
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
			...pageFields,
			/** Longer than other cursors, because it contains a title. */
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
} as const satisfies Record<string, Operation>;
