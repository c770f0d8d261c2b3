import * as z from "zod/mini";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { searchForms } from "#contract/scans/dns-form.ts";
import { type ScanFilter, STATUS_FILTERS, type StatusFilter, scanFilter } from "#contract/scans/scan-query.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";

/** A filter as it is written in the screen's address and the API's query, without empty parts. */
export function filterQuery({ phase, status, kind, severity, from, to, client, q }: ScanFilter): URLSearchParams {
	const query = new URLSearchParams();
	const put = (name: string, value: string | undefined) => {
		if (value) query.set(name, value);
	};
	put("phase", phase);
	put("status", status?.join(","));
	put("kind", kind?.join(","));
	put("severity", severity?.join(","));
	put("from", from);
	put("to", to);
	put("client", client?.trim());
	put("q", q?.trim());
	return query;
}

const PARTS = Object.keys(scanFilter.shape) as (keyof ScanFilter)[];

/** Reads a filter from an address that anyone may have typed: an invalid part is ignored. */
export function readFilter(query: URLSearchParams): ScanFilter {
	const read: Record<string, unknown> = {};
	for (const part of PARTS) {
		const text = query.get(part);
		if (!text || part === "phase") continue;
		const parsed = z.safeParse(scanFilter.shape[part], text);
		if (parsed.success && parsed.data?.length !== 0) read[part] = parsed.data;
	}
	return canonical(read as ScanFilter);
}

/** Lists are sorted and without duplicates, so each filter has exactly one address and one list. */
function canonical(filter: ScanFilter): ScanFilter {
	const ordered = <T>(all: readonly T[], some: readonly T[]) => all.filter((one) => some.includes(one));
	return {
		...filter,
		...(filter.status && { status: ordered(STATUS_FILTERS, filter.status) }),
		...(filter.kind && { kind: ordered(SCAN_KINDS, filter.kind) }),
		...(filter.severity && { severity: ordered(SEVERITIES, filter.severity) }),
	};
}

/** How many conditions a filter has, not counting the tab. */
export const filterCount = ({ status, kind, severity, from, to, client, q }: ScanFilter): number =>
	[status, kind, severity, from, to, client?.trim(), q?.trim()].filter((part) => part && part.length > 0).length;

/** The status that users and filters see: a cancelled scan is `failed` in the API. */
export const statusWord = ({ status, failure }: Pick<ScanSummary, "status" | "failure">): StatusFilter =>
	status === "failed" && failure?.code === "cancelled" ? "cancelled" : status;

export const isActive = ({ status }: Pick<ScanSummary, "status">): boolean =>
	status === "pending" || status === "running";

/** Whether a list with this filter includes a scan, by the server's rules. */
export function matchesFilter(
	scan: ScanSummary,
	{ phase, status, kind, severity, from, to, client, q }: ScanFilter,
): boolean {
	if (phase && (phase === "active") !== isActive(scan)) return false;
	if (status && !status.includes(statusWord(scan))) return false;
	if (kind && !kind.includes(scan.kind)) return false;
	if (severity && (scan.worst === null || !severity.includes(scan.worst))) return false;
	const day = scan.acceptedAt.slice(0, 10);
	if ((from && day < from) || (to && day > to)) return false;
	if (client?.trim() && scan.client !== client.trim()) return false;
	return !q || searchForms(q.trim().toLowerCase()).some((form) => scan.target.toLowerCase().includes(form));
}
