import type { ScanId } from "#contract/ids.ts";
import { API_PATHS } from "#contract/routes.ts";
import { PAGE_LIMIT } from "#contract/scans/scan-query.ts";
import { type ScanPage, type ScanSummary, scanPage } from "#contract/scans/scans.ts";
import { callApi } from "#src/lib/data/api.ts";
import { OWN, type WorkScope } from "#src/lib/workspace/scope.ts";
import type { Entry } from "#src/requests/entry.ts";

/** The most pages to read for a list of receipts. */
const PAGES = 20;

/** What the server's list says about the receipts' scans. A scan in neither was not looked up. */
export type ReceiptScans = {
	found: ReadonlyMap<ScanId, ScanSummary>;
	/** No longer in the list. */
	gone: ReadonlySet<ScanId>;
};

export const NO_SCANS: ReceiptScans = { found: new Map(), gone: new Set() };

export const readPageOf =
	(scope: WorkScope) =>
	(cursor: string | null, signal?: AbortSignal): Promise<ScanPage> => {
		const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
		if (cursor !== null) query.set("cursor", cursor);
		return callApi(`${API_PATHS.scans}?${query}`, { answer: scanPage, scope, ...(signal && { signal }) });
	};

/**
 * Looks receipts up in the server's list. Only pages that were read count: a scan older than the last one read is not reported as
 * gone. Rejects if `signal` aborts.
 */
export async function readReceiptScans(
	receipts: readonly Entry[],
	read = readPageOf(OWN),
	signal?: AbortSignal,
): Promise<ReceiptScans> {
	const open = new Map<ScanId, string>();
	for (const entry of receipts) {
		if (entry.status !== "accepted" || entry.owner === "anonymous" || !entry.receipt?.scanId) continue;
		open.set(entry.receipt.scanId, entry.receipt.acceptedAt ?? "");
	}
	const found = new Map<ScanId, ScanSummary>();
	const gone = new Set<ScanId>();
	let cursor: string | null = null;
	for (let page = 0; page < PAGES && open.size > 0; page++) {
		const { scans, next }: ScanPage = await read(cursor, signal);
		// The next page would be another account's.
		signal?.throwIfAborted();
		for (const scan of scans) if (open.delete(scan.id)) found.set(scan.id, scan);
		const oldest = next === null ? "" : (scans.at(-1)?.acceptedAt ?? "");
		for (const [id, acceptedAt] of open) {
			if (acceptedAt <= oldest) continue;
			gone.add(id);
			open.delete(id);
		}
		if (next === null) break;
		cursor = next;
	}
	return { found, gone };
}

/** Asks once and reports the answer, unless the returned function is called first. A failed request reports nothing. */
export function askForReceiptScans(
	receipts: readonly Entry[],
	report: (scans: ReceiptScans) => void,
	read = readPageOf(OWN),
): () => void {
	const request = new AbortController();
	readReceiptScans(receipts, read, request.signal).then(report, () => undefined);
	return () => request.abort();
}
