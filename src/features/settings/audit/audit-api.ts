import { infiniteQueryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { type AuditFilter, auditPage } from "#contract/workspaces/audit.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { writeFilter } from "./audit-address.ts";

/** How many entries a page has. */
const PAGE = 50;

/** `GET audit/`. Other people's actions are not kept on a device. */
export const auditQuery = (scope: WorkScope, filter: AuditFilter) =>
	infiniteQueryOptions({
		queryKey: ["audit", filter, ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ pageParam, signal }) => {
			const query = writeFilter(filter);
			query.set("limit", String(PAGE));
			if (pageParam !== null) query.set("cursor", pageParam);
			return callApi(`${API_PATHS.audit}?${query}`, { answer: auditPage, signal, scope });
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
	});

/** The address of a file with all entries of a filter. */
export function auditFileUrl(scope: WorkScope, filter: AuditFilter, format: "csv" | "jsonl"): string {
	const query = writeFilter(filter);
	query.set("format", format);
	return scopedUrl(API_PATHS.auditExport, scope, query);
}
