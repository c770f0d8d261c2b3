import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { scanDetail } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { engineList } from "#contract/scans/engines.ts";
import { PAGE_LIMIT, type ScanExportQuery, type ScanFilter } from "#contract/scans/scan-query.ts";
import { type ScanPage, scanAccepted, scanPage } from "#contract/scans/scans.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { filterQuery } from "./scan-filter.ts";

/** Query key prefixes for scans; the scope comes last. Events keep the lists up to date; the rest is refetched. */
export const scanKeys = {
	all: ["scans"],
	lists: ["scans", "list"],
	detail: (id: ScanId) => ["scans", "detail", id],
} as const;

export type ScanPages = InfiniteData<ScanPage, string | null>;

/** `GET scans/`, page by page. It is not refetched automatically: that would cost one call per loaded page. */
export const scanListQuery = (filter: ScanFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...scanKeys.lists, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(scanPage) },
		queryFn: ({ pageParam, signal }) => readPage(filter, scope, pageParam, signal),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
		refetchOnWindowFocus: false,
		refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
	});

function readPage(filter: ScanFilter, scope: WorkScope, cursor: string | null, signal: AbortSignal): Promise<ScanPage> {
	const query = filterQuery(filter);
	query.set("limit", String(PAGE_LIMIT));
	if (cursor !== null) query.set("cursor", cursor);
	return callApi(`${API_PATHS.scans}?${query}`, { answer: scanPage, signal, scope });
}

/** The newest scans regardless of filter: they may have been missed while no events arrived. */
export const readNewest = (scope: WorkScope, signal: AbortSignal): Promise<ScanPage> =>
	readPage({}, scope, null, signal);

/** `GET scans/{scanId}/`. */
export const scanDetailQuery = (id: ScanId, scope: WorkScope) =>
	queryOptions({
		queryKey: [...scanKeys.detail(id), ...scopeKey(scope)],
		meta: { kept: scanDetail },
		queryFn: ({ signal }) => callApi(fillPath(API_PATHS.scan, { scanId: id }), { answer: scanDetail, signal, scope }),
	});

const ENGINES_EVERY_MS = 5_000;

/** `GET engines/`. */
export const enginesQuery = queryOptions({
	queryKey: ["engines"],
	meta: { kept: engineList },
	queryFn: ({ signal }) => callApi(API_PATHS.engines, { answer: engineList, signal }),
	// A tool that is being installed appears without a reload.
	refetchInterval: ({ state: { data } }) =>
		data?.engines.some(({ state }) => state.status === "installing" || state.status === "unknown") && ENGINES_EVERY_MS,
});

export async function cancelScan(id: ScanId, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.cancelScan, { scanId: id }), { method: "POST", scope });
}

/** `key`: the same for every retry of one click, so a lost answer does not start a second scan. */
export const repeatScan = (id: ScanId, scope: WorkScope, key: string) =>
	callApi(fillPath(API_PATHS.repeatScan, { scanId: id }), {
		method: "POST",
		answer: scanAccepted,
		scope,
		headers: { [IDEMPOTENCY_KEY]: key },
	});

export async function deleteScan(id: ScanId, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.scan, { scanId: id }), { method: "DELETE", scope });
}

/** The download address of all scans that match a filter. */
export function exportUrl(filter: ScanFilter, format: ScanExportQuery["format"], scope: WorkScope): string {
	const query = filterQuery(filter);
	query.set("format", format);
	return scopedUrl(API_PATHS.scansExport, scope, query);
}

/** The download address of a tool's output for a scan. */
export const rawUrl = (id: ScanId, name: string, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.scanRaw, { scanId: id, name }), scope);
