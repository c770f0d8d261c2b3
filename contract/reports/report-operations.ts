import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { scanQuery } from "#contract/scans/scan-query.ts";
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

const reportParams = z.object({ reportId: z.uuid("This is not a report ID.") });

const pageQuery = z.pick(scanQuery, { cursor: true, limit: true });

/** Reports. */
export const REPORT_OPERATIONS = {
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
} as const satisfies Record<string, Operation>;
