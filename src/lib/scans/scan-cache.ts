import type { QueryClient } from "@tanstack/react-query";
import type { ScanDetail } from "#contract/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import type { ScanFilter } from "#contract/scan-query.ts";
import type { ScanPage, ScanSummary } from "#contract/scans.ts";
import { withNewest, withoutScan, withScan } from "./scan-pages.ts";
import { type ScanPages, scanKeys } from "./scans-api.ts";

/** Changes every list of scans that is kept. */
function changeLists(
	client: QueryClient,
	change: (pages: readonly ScanPage[], filter: ScanFilter) => readonly ScanPage[],
): void {
	for (const [key, data] of client.getQueriesData<ScanPages>({ queryKey: scanKeys.lists })) {
		if (!data) continue;
		const pages = change(data.pages, key[scanKeys.lists.length] as ScanFilter);
		if (pages !== data.pages) client.setQueryData<ScanPages>(key, { ...data, pages: [...pages] });
	}
}

/** Updates a scan everywhere it is shown. */
export function storeScan(client: QueryClient, scan: ScanSummary): void {
	changeLists(client, (pages, filter) => withScan(pages, scan, filter));
	client.setQueryData<ScanDetail>(scanKeys.detail(scan.id), (detail) => detail && { ...detail, scan });
}

export function removeScan(client: QueryClient, id: ScanId): void {
	changeLists(client, (pages) => withoutScan(pages, id));
}

export function storeNewest(client: QueryClient, newest: ScanPage): void {
	changeLists(client, (pages, filter) => withNewest(pages, newest, filter));
}

/** Rereads what events only announce: numbers, other lists, and open details. */
export const refreshRest = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: scanKeys.all, predicate: ({ queryKey }) => queryKey[1] !== scanKeys.lists[1] });
