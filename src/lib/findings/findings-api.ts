import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { PAGE_LIMIT } from "#contract/scan-query.ts";
import { type FindingFilter, type FindingPage, findingDetail, findingPage } from "#contract/vulnerabilities.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/kept-data.ts";
import { findingQuery } from "./finding-filter.ts";

/** Keys of what is read about findings. */
export const findingKeys = {
	all: ["findings"],
	lists: ["findings", "list"],
	detail: (fingerprint: string) => ["findings", "detail", fingerprint],
} as const;

export type FindingPages = InfiniteData<FindingPage, string | null>;

/** A list of several pages is refreshed only if something has changed, because that is one call per page. */
const isShortOrChanged = ({ state }: { state: { data: FindingPages | undefined; isInvalidated: boolean } }) =>
	state.isInvalidated || (state.data?.pages.length ?? 0) <= 1;

/** `GET findings/`, page by page. */
export const findingListQuery = (filter: FindingFilter) =>
	infiniteQueryOptions({
		queryKey: [...findingKeys.lists, filter],
		meta: { kept: pagesOf(findingPage) },
		queryFn: ({ pageParam, signal }) => {
			const query = findingQuery(filter);
			query.set("limit", String(PAGE_LIMIT));
			if (pageParam !== null) query.set("cursor", pageParam);
			return callApi(`${API_PATHS.findings}?${query}`, { answer: findingPage, signal });
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnMount: isShortOrChanged,
		refetchOnReconnect: isShortOrChanged,
		refetchOnWindowFocus: false,
	});

/** `GET findings/{fingerprint}/`. */
export const findingDetailQuery = (fingerprint: string) =>
	queryOptions({
		queryKey: findingKeys.detail(fingerprint),
		meta: { kept: findingDetail },
		queryFn: ({ signal }) => callApi(fillPath(API_PATHS.finding, { fingerprint }), { answer: findingDetail, signal }),
	});

/** The download address of all findings that match a filter. */
export function findingsExportUrl(filter: FindingFilter, format: "csv" | "json"): string {
	const query = findingQuery(filter);
	query.set("format", format);
	return `${API_BASE}${API_PATHS.findingsExport}?${query}`;
}

/** Refreshes what a finished scan or a verdict has changed. */
export const refreshFindings = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({
		predicate: ({ queryKey }) => queryKey[0] === findingKeys.all[0] || queryKey[0] === "assets",
	});
