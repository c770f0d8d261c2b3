import { queryOptions, useQuery } from "@tanstack/react-query";
import { complianceOverview } from "#contract/controls/overview.ts";
import { effectiveness, type OscalModel, type Window } from "#contract/frameworks/effectiveness.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import {
	type ApprovalRequest,
	allIn,
	type CatalogReport,
	catalogReport,
	type FrameworkChosen,
	type FrameworkDetail,
	frameworkChosen,
	frameworkDetail,
	frameworkList,
} from "#contract/frameworks/frameworks.ts";
import { type FrameworkId, isOwn, type ShippedId } from "#contract/frameworks/pack.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { uploadFile } from "#src/lib/data/files/upload.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { complianceKeys } from "./compliance-keys.ts";

/** `GET frameworks/`. */
export const frameworksQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.frameworks, ...scopeKey(scope)],
		meta: { kept: frameworkList },
		queryFn: ({ signal }) => callApi(API_PATHS.frameworks, { answer: frameworkList, signal, scope }),
	});

/** `GET frameworks/{frameworkId}/`. */
export const frameworkQuery = (frameworkId: FrameworkId, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.framework(frameworkId), ...scopeKey(scope)],
		meta: { kept: frameworkDetail },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.framework, { frameworkId }), { answer: frameworkDetail, signal, scope }),
	});

/** `GET frameworks/{frameworkId}/effectiveness/`. */
export const effectivenessQuery = (frameworkId: FrameworkId, window: Window, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.effectiveness(frameworkId), window, ...scopeKey(scope)],
		meta: { kept: effectiveness },
		queryFn: ({ signal }) =>
			callApi(`${fillPath(API_PATHS.effectiveness, { frameworkId })}?${new URLSearchParams(window)}`, {
				answer: effectiveness,
				signal,
				scope,
			}),
	});

/** `GET compliance/overview/`. */
export const complianceOverviewQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.overview, ...scopeKey(scope)],
		meta: { kept: complianceOverview },
		queryFn: ({ signal }) => callApi(API_PATHS.complianceOverview, { answer: complianceOverview, signal, scope }),
	});

/** `PUT frameworks/{frameworkId}/choice/`. */
export const chooseFramework = (
	frameworkId: FrameworkId,
	chosen: boolean,
	scope: WorkScope,
): Promise<FrameworkChosen> =>
	callApi(fillPath(API_PATHS.frameworkChoice, { frameworkId }), {
		method: "PUT",
		body: { chosen },
		answer: frameworkChosen,
		scope,
	});

/** `POST frameworks/{frameworkId}/approvals/`. */
export const approveStatement = (
	frameworkId: FrameworkId,
	body: ApprovalRequest,
	scope: WorkScope,
): Promise<FrameworkDetail> =>
	callApi(fillPath(API_PATHS.approvals, { frameworkId }), { method: "POST", body, answer: frameworkDetail, scope });
export type CatalogFile = { file: Blob; type: string };

/** `POST frameworks/{frameworkId}/catalog/preview/`. */
export const previewCatalog = (
	frameworkId: ShippedId,
	{ file, type }: CatalogFile,
	scope: WorkScope,
): Promise<CatalogReport> =>
	uploadFile(fillPath(API_PATHS.catalogPreview, { frameworkId }), {
		method: "POST",
		file,
		type,
		scope,
		answer: catalogReport,
	});

/** `POST frameworks/{frameworkId}/catalog/`. */
export const loadCatalog = (
	frameworkId: ShippedId,
	{ file, type }: CatalogFile,
	scope: WorkScope,
): Promise<CatalogReport> =>
	uploadFile(fillPath(API_PATHS.catalog, { frameworkId }), {
		method: "POST",
		file,
		type,
		scope,
		answer: catalogReport,
	});

/** `DELETE frameworks/{frameworkId}/catalog/`. */
export async function dropCatalog(frameworkId: ShippedId, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.catalog, { frameworkId }), { method: "DELETE", scope });
}

/** `POST frameworks/{frameworkId}/catalog/restore/`. */
export async function restoreCatalog(frameworkId: ShippedId, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.catalogRestore, { frameworkId }), { method: "POST", scope });
}

/** The download address of the statement of applicability. */
export const statementUrl = (frameworkId: FrameworkId, format: string, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.statement, { frameworkId, format }), scope);

const windowQuery = ({ from, to }: Window) => new URLSearchParams({ from, to });

export const effectivenessUrl = (frameworkId: FrameworkId, format: string, window: Window, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.effectivenessFile, { frameworkId, format }), scope, windowQuery(window));

export const oscalUrl = (frameworkId: FrameworkId, model: OscalModel, window: Window, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.oscal, { frameworkId, model }), scope, windowQuery(window));

/**
 * What this device knows about the frameworks: their ids in order, a framework's name (until that is read, its id, which means nothing if
 * the workspace added it), and whether the client chose it.
 */
export function useFrameworks(): {
	ids: readonly FrameworkId[];
	nameOf(id: FrameworkId): string;
	isChosen(id: FrameworkId): boolean;
} {
	const account = useAccount();
	const { scope } = useScope();
	const { data } = useQuery({
		...frameworksQuery(scope),
		enabled: account.status === "known" && !account.locked,
	});
	const all = data ? allIn(data) : [];
	const find = (id: FrameworkId) => all.find((one) => one.id === id);
	const ids = [...FRAMEWORK_IDS, ...(data?.own ?? []).map(({ id }) => id)];
	return {
		ids,
		nameOf: (id) => find(id)?.name ?? (isOwn(id) ? "Another framework" : id),
		isChosen: (id) => (find(id)?.chosenAt ?? null) !== null,
	};
}
