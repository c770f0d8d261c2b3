import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
	type FindingFilter,
	type FindingPage,
	findingDetail,
	findingPage,
	type ProblemPage,
	problemPage,
} from "#contract/findings/vulnerabilities.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { PAGE_LIMIT } from "#contract/scans/scan-query.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { ASSETS_KEY } from "./assets-api.ts";
import { findingQuery } from "./finding-filter.ts";

/** The query key prefix for findings; the scope comes last. */
export const findingKeys = {
	all: ["findings"],
	lists: ["findings", "list"],
	problems: ["findings", "problems"],
	detail: (fingerprint: string) => ["findings", "detail", fingerprint],
} as const;

export type FindingPages = InfiniteData<FindingPage, string | null>;
export type ProblemPages = InfiniteData<ProblemPage, string | null>;

/** A list of several pages is refreshed only if something has changed, because that is one call per page. */
const isShortOrChanged = ({ state }: { state: { data: { pages: unknown[] } | undefined; isInvalidated: boolean } }) =>
	state.isInvalidated || (state.data?.pages.length ?? 0) <= 1;

/** Shared by all paged lists of findings. */
const PAGED = {
	initialPageParam: null as string | null,
	getNextPageParam: ({ next }: { next: string | null }) => next,
	refetchOnMount: isShortOrChanged,
	refetchOnReconnect: isShortOrChanged,
	refetchOnWindowFocus: false,
} as const;

function pageQuery(path: string, filter: FindingFilter, cursor: string | null): string {
	const query = findingQuery(filter);
	query.set("limit", String(PAGE_LIMIT));
	if (cursor !== null) query.set("cursor", cursor);
	return `${path}?${query}`;
}

/** `GET findings/`, page by page. */
export const findingListQuery = (filter: FindingFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		...PAGED,
		queryKey: [...findingKeys.lists, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(findingPage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pageQuery(API_PATHS.findings, filter, pageParam), { answer: findingPage, signal, scope }),
	});

/** `GET findings/problems/`, page by page. */
export const problemListQuery = (filter: FindingFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		...PAGED,
		queryKey: [...findingKeys.problems, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(problemPage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pageQuery(API_PATHS.problems, filter, pageParam), { answer: problemPage, signal, scope }),
	});

/** `GET findings/{fingerprint}/`. */
export const findingDetailQuery = (fingerprint: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...findingKeys.detail(fingerprint), ...scopeKey(scope)],
		meta: { kept: findingDetail },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.finding, { fingerprint }), { answer: findingDetail, signal, scope }),
	});

/** The download address of all findings that match a filter. */
export function findingsExportUrl(filter: FindingFilter, format: "csv" | "json", scope: WorkScope): string {
	const query = findingQuery(filter);
	query.set("format", format);
	return scopedUrl(API_PATHS.findingsExport, scope, query);
}

/** Refreshes whatever a finished scan or a decision changed. */
export const refreshFindings = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({
		predicate: ({ queryKey }) => queryKey[0] === findingKeys.all[0] || queryKey[0] === ASSETS_KEY,
	});
