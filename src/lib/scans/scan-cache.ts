import type { QueryClient } from "@tanstack/react-query";
import type { ScanDetail } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import type { ScanFilter } from "#contract/scans/scan-query.ts";
import type { ScanPage, ScanSummary } from "#contract/scans/scans.ts";
import { isSameScope, scopeIn, type WorkScope } from "#src/lib/workspace/scope.ts";
import { withNewest, withoutScan, withScan } from "./scan-pages.ts";
import { type ScanPages, scanDetailQuery, scanKeys } from "./scans-api.ts";

/** Changes every cached list of scans in a scope. */
function changeLists(
	client: QueryClient,
	scope: WorkScope,
	change: (pages: readonly ScanPage[], filter: ScanFilter) => readonly ScanPage[],
): void {
	for (const [key, data] of client.getQueriesData<ScanPages>({ queryKey: scanKeys.lists })) {
		if (!data || !isSameScope(scopeIn(key), scope)) continue;
		const pages = change(data.pages, key[scanKeys.lists.length] as ScanFilter);
		if (pages !== data.pages) client.setQueryData<ScanPages>(key, { ...data, pages: [...pages] });
	}
}

/** Updates a scan everywhere it is shown in this scope. */
export function storeScan(client: QueryClient, scope: WorkScope, scan: ScanSummary): void {
	changeLists(client, scope, (pages, filter) => withScan(pages, scan, filter));
	client.setQueryData<ScanDetail>(scanDetailQuery(scan.id, scope).queryKey, (detail) => detail && { ...detail, scan });
}

export function removeScan(client: QueryClient, scope: WorkScope, id: ScanId): void {
	changeLists(client, scope, (pages) => withoutScan(pages, id));
}

export function storeNewest(client: QueryClient, scope: WorkScope, newest: ScanPage): void {
	changeLists(client, scope, (pages, filter) => withNewest(pages, newest, filter));
}

/** Refetches what events only announce: counts, other lists, and open details. */
export const refreshRest = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: scanKeys.all, predicate: ({ queryKey }) => queryKey[1] !== scanKeys.lists[1] });
