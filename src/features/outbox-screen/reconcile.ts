import type { ScanId } from "#contract/ids.ts";
import { API_PATHS } from "#contract/routes.ts";
import { PAGE_LIMIT } from "#contract/scan-query.ts";
import { type ScanPage, scanPage } from "#contract/scans.ts";
import { callApi } from "#src/lib/data/api.ts";
import type { Entry } from "#src/outbox/entry.ts";

/** More than this many pages are not read for a list of receipts. */
const PAGES = 20;

const readPage = (cursor: string | null): Promise<ScanPage> => {
	const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
	if (cursor !== null) query.set("cursor", cursor);
	return callApi(`${API_PATHS.scans}?${query}`, { answer: scanPage });
};

/**
 * Which receipts are of scans that the server's list has no more. Only what was read for certain counts: a scan that is older
 * than what was read is not said to be gone.
 */
export async function goneScans(receipts: readonly Entry[], read = readPage): Promise<ReadonlySet<ScanId>> {
	const open = new Map<ScanId, string>();
	for (const entry of receipts) {
		if (entry.status !== "accepted" || entry.owner === "anonymous" || !entry.receipt?.scanId) continue;
		open.set(entry.receipt.scanId, entry.receipt.acceptedAt);
	}
	const gone = new Set<ScanId>();
	let cursor: string | null = null;
	for (let page = 0; page < PAGES && open.size > 0; page++) {
		const { scans, next }: ScanPage = await read(cursor);
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
