import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { pageFields } from "#contract/scans/scan-query.ts";
import { auditFilter, auditPage } from "./audit.ts";

const audit = { method: "GET", access: "account", permission: "audit", tag: "Workspaces", success: 200 } as const;

/** Calls about the audit log of a workspace. */
export const AUDIT_OPERATIONS = {
	listAudit: {
		...audit,
		path: API_PATHS.audit,
		summary: "Who did what in the workspace, newest first, page by page.",
		query: z.extend(auditFilter, pageFields),
		answer: auditPage,
		conditional: true,
	},
	exportAudit: {
		...audit,
		path: API_PATHS.auditExport,
		cost: "stream",
		stepUp: true,
		summary: "All entries of a filter as a CSV or JSON Lines file.",
		query: z.extend(auditFilter, { format: z.enum(["csv", "jsonl"], "The format is csv or jsonl.") }),
	},
} as const satisfies Record<string, Operation>;
