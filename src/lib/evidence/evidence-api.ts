import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
	type EvidenceChange,
	type EvidenceDetail,
	type EvidenceFilter,
	evidenceDetail,
	evidencePage,
} from "#contract/evidence/evidence.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { pagePath } from "#src/lib/data/page-path.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** The query key prefix for evidence; the scope comes last. */
export const evidenceKeys = {
	all: ["evidence"],
	lists: ["evidence", "list"],
	detail: (id: string) => ["evidence", "detail", id],
} as const;

/** A list of several pages is refreshed only if something has changed, because that is one call per page. */
const isShortOrChanged = ({ state }: { state: { data: { pages: unknown[] } | undefined; isInvalidated: boolean } }) =>
	state.isInvalidated || (state.data?.pages.length ?? 0) <= 1;

/** `GET evidence/`, page by page. */
export const evidenceListQuery = (filter: EvidenceFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...evidenceKeys.lists, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(evidencePage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pagePath(API_PATHS.evidence, filter, pageParam), { answer: evidencePage, signal, scope }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnMount: isShortOrChanged,
		refetchOnReconnect: isShortOrChanged,
		refetchOnWindowFocus: false,
	});

const pathOf = (id: string) => fillPath(API_PATHS.evidenceById, { evidenceId: id });

/** `GET evidence/{evidenceId}/`. */
export const evidenceDetailQuery = (id: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...evidenceKeys.detail(id), ...scopeKey(scope)],
		meta: { kept: evidenceDetail },
		queryFn: ({ signal }) => callApi(pathOf(id), { answer: evidenceDetail, signal, scope }),
	});

/** The address of a file of a piece of evidence. */
export const evidenceFileUrl = (id: string, sha256: string, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.evidenceFile, { evidenceId: id, sha256 }), scope);

export const changeEvidence = (id: string, body: EvidenceChange, scope: WorkScope): Promise<EvidenceDetail> =>
	callApi(pathOf(id), { method: "PATCH", body, answer: evidenceDetail, scope });

export async function deleteEvidence(id: string, scope: WorkScope): Promise<void> {
	await callApi(pathOf(id), { method: "DELETE", scope });
}

/** Refetches the evidence on screen. */
export const refreshEvidence = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: evidenceKeys.all });
