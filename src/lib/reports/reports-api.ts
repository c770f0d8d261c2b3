import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
	type ReportFilter,
	type ReportFormat,
	type ReportPage,
	type ReportSummary,
	reportDetail,
	reportPage,
	type SHARE_DAYS,
	type ShareMade,
	shareMade,
} from "#contract/reports/reports.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { PAGE_LIMIT } from "#contract/scans/scan-query.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** The query key prefix for reports; the scope comes last. */
export const reportKeys = {
	all: ["reports"],
	lists: ["reports", "list"],
	detail: (id: string) => ["reports", "detail", id],
} as const;

/** How often to check a report that is being generated, in milliseconds. */
const AGAIN_MS = 2_000;

const isBeingMade = ({ status }: Pick<ReportSummary, "status">) => status === "generating";

const isShort = ({ state }: { state: { data: { pages: readonly unknown[] } | undefined } }) =>
	(state.data?.pages.length ?? 0) <= 1;

/** `GET reports/`, page by page. While one is being generated, the list is refetched until it is done. */
export const reportListQuery = (filter: ReportFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...reportKeys.lists, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(reportPage) },
		queryFn: ({ pageParam, signal }): Promise<ReportPage> => {
			const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
			if (filter.category) query.set("category", filter.category);
			if (filter.q) query.set("q", filter.q);
			if (pageParam !== null) query.set("cursor", pageParam);
			return callApi(`${API_PATHS.reports}?${query}`, { answer: reportPage, signal, scope });
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnMount: isShort,
		refetchOnReconnect: isShort,
		refetchOnWindowFocus: false,
		refetchInterval: ({ state }) =>
			state.data?.pages.some(({ reports }) => reports.some(isBeingMade)) ? AGAIN_MS : false,
	});

/** `GET reports/{reportId}/`. */
export const reportDetailQuery = (id: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...reportKeys.detail(id), ...scopeKey(scope)],
		meta: { kept: reportDetail },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.report, { reportId: id }), { answer: reportDetail, signal, scope }),
		refetchInterval: ({ state }) => (state.data && isBeingMade(state.data.report) ? AGAIN_MS : false),
	});

export async function deleteReport(id: string, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.report, { reportId: id }), { method: "DELETE", scope });
}

export const shareReport = (id: string, days: (typeof SHARE_DAYS)[number], scope: WorkScope): Promise<ShareMade> =>
	callApi(fillPath(API_PATHS.shares, { reportId: id }), { method: "POST", body: { days }, answer: shareMade, scope });

export async function revokeShare(reportId: string, shareId: string, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.share, { reportId, shareId }), { method: "DELETE", scope });
}

/** A report's download address. */
export const fileUrl = (reportId: string, format: ReportFormat, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.reportFile, { reportId, format }), scope);

/** Refetches the reports on screen. */
export const refreshReports = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: reportKeys.all });
