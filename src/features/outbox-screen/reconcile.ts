import type { ScanId } from "#contract/ids.ts";
import { API_PATHS } from "#contract/routes.ts";
import { PAGE_LIMIT } from "#contract/scan-query.ts";
import { type ScanPage, scanPage } from "#contract/scans.ts";
import { callApi } from "#src/lib/data/api.ts";
import type { Entry } from "#src/outbox/entry.ts";

/** The most pages to read for a list of receipts. */
const PAGES = 20;

const readPage = (cursor: string | null, signal?: AbortSignal): Promise<ScanPage> => {
	const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
	if (cursor !== null) query.set("cursor", cursor);
	return callApi(`${API_PATHS.scans}?${query}`, { answer: scanPage, ...(signal && { signal }) });
};

/**
 * The scans of receipts that are no longer in the server's list. Only pages that were read count: a scan older than the last
 * one read is not reported. Rejects if `signal` aborts.
 */
export async function goneScans(
	receipts: readonly Entry[],
	read = readPage,
	signal?: AbortSignal,
): Promise<ReadonlySet<ScanId>> {
	const open = new Map<ScanId, string>();
	for (const entry of receipts) {
		if (entry.status !== "accepted" || entry.owner === "anonymous" || !entry.receipt?.scanId) continue;
		open.set(entry.receipt.scanId, entry.receipt.acceptedAt);
	}
	const gone = new Set<ScanId>();
	let cursor: string | null = null;
	for (let page = 0; page < PAGES && open.size > 0; page++) {
		const { scans, next }: ScanPage = await read(cursor, signal);
		// The next page would be another account's.
		signal?.throwIfAborted();
		for (const { id } of scans) open.delete(id);
		const oldest = next === null ? "" : (scans.at(-1)?.acceptedAt ?? "");
		for (const [id, acceptedAt] of open) {
			if (acceptedAt <= oldest) continue;
			gone.add(id);
			open.delete(id);
		}
		if (next === null) break;
		cursor = next;
	}
	return gone;
}

/** Asks once and reports the answer, unless the returned function is called first. A failed request reports nothing. */
export function askForGoneScans(
	receipts: readonly Entry[],
	report: (gone: ReadonlySet<ScanId>) => void,
	read = readPage,
): () => void {
	const request = new AbortController();
	goneScans(receipts, read, request.signal).then(report, () => undefined);
	return () => request.abort();
}
