import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { ScanId } from "#contract/ids.ts";
import {
	auditPage,
	type FailedJobQuery,
	failedJobList,
	jobsRetried,
	type LEAD_KINDS,
	leadPage,
	type OptOutRequest,
	operatorOverview,
	optOut,
	optOutList,
	type ScanStop,
	scansStopped,
	stuckList,
} from "#contract/operator/operator.ts";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { queryClient } from "#src/lib/data/query-client.ts";

export type LeadKind = (typeof LEAD_KINDS)[number];

/** How often to refetch what changes on its own, in milliseconds. A hidden page refetches nothing. */
export const REREAD_MS = 5_000;
/** The same while the server refuses or does not answer. */
const AGAIN_MS = 15_000;

const KEY = "operator";

/** How a query is refetched. */
const OFTEN = {
	staleTime: REREAD_MS,
	refetchInterval: ({ state }: { state: { error: Error | null } }) => (state.error ? AGAIN_MS : REREAD_MS),
};

// Other people's data: none of it is kept on a device.
const watched = <S extends z.ZodMiniType>(name: string, path: string, answer: S) =>
	queryOptions({
		queryKey: [KEY, name],
		meta: { kept: false },
		queryFn: ({ signal }) => callApi(path, { answer, signal }),
		...OFTEN,
	});

export const overviewQuery = watched("overview", API_PATHS.operatorOverview, operatorOverview);
export const stuckQuery = watched("stuck", API_PATHS.operatorStuck, stuckList);
export const failedJobsQuery = (of: FailedJobQuery["of"]) =>
	watched(`jobs ${of}`, `${API_PATHS.operatorJobs}?of=${of}`, failedJobList);

const pageOf = (path: string, query: Record<string, string>, cursor: string | null) =>
	`${path}?${new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) })}`;

/** A list that is read page by page. */
const paged = <S extends z.ZodMiniType<{ next?: string | null | undefined }>>(
	name: string,
	path: string,
	answer: S,
	{ query = {}, often = false }: { query?: Record<string, string>; often?: boolean } = {},
) =>
	infiniteQueryOptions({
		queryKey: [KEY, name, query],
		meta: { kept: false },
		queryFn: ({ pageParam, signal }) => callApi(pageOf(path, query, pageParam), { answer, signal }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		...(often && OFTEN),
	});

/** Refetched, because the addresses of new ones are looked up after they are added. */
export const optOutsQuery = paged("opt-outs", API_PATHS.operatorOptOuts, optOutList, { often: true });

const ofKind = (kind: LeadKind | ""): Record<string, string> => (kind === "" ? {} : { kind });

export const leadsQuery = (kind: LeadKind | "") =>
	paged("leads", API_PATHS.operatorLeads, leadPage, { query: ofKind(kind) });
export const auditQuery = paged("audit", API_PATHS.operatorAudit, auditPage);

/** The address of a file of leads. */
export const leadsUrl = (kind: LeadKind | "", format: "csv" | "json"): string =>
	`${API_BASE}${pageOf(API_PATHS.operatorLeadsExport, { ...ofKind(kind), format }, null)}`;

const reread = () => queryClient.invalidateQueries({ queryKey: [KEY] });

/** Removes what was read after the role was revoked. */
export const forgetOperatorData = (): void => queryClient.removeQueries({ queryKey: [KEY] });

const post = async <S extends z.ZodMiniType>(path: string, body: unknown, answer?: S): Promise<z.infer<S>> => {
	const done = await callApi(path, { method: "POST", body, ...(answer && { answer }) });
	await reread();
	return done;
};
const remove = async (path: string): Promise<void> => {
	await callApi(path, { method: "DELETE" });
	await reread();
};

export const stopScans = (request: ScanStop) => post(API_PATHS.operatorStop, request, scansStopped);
export const acceptScans = () => remove(API_PATHS.operatorStop);
export const switchServiceWorker = (off: boolean) => post(API_PATHS.operatorServiceWorker, { off });
export const endScan = (scanId: ScanId, reason: string) =>
	post(fillPath(API_PATHS.operatorEndScan, { scanId }), { reason });
export const retryJobs = (jobIds: readonly string[]) => post(API_PATHS.operatorRetryJobs, { jobIds }, jobsRetried);
export const addOptOut = (request: OptOutRequest) => post(API_PATHS.operatorOptOuts, request, optOut);
export const removeOptOut = (host: string) => remove(fillPath(API_PATHS.operatorOptOut, { host }));
