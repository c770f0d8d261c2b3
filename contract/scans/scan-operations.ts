import * as z from "zod/mini";
import { scanDetail } from "#contract/findings/findings.ts";
import { scanId } from "#contract/ids.ts";
import { KINDS, SCAN_KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import { KIND_TEXTS } from "#contract/kinds/texts.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
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

/** Calls that start, list, read, stop and repeat scans. */
export const SCAN_OPERATIONS = {
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
} as const satisfies Record<string, Operation>;
