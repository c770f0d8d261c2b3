import { queryOptions } from "@tanstack/react-query";
import {
	type BundleKeyId,
	type BundleLinkRequest,
	bundleKeyList,
	bundleLinkList,
	bundleLinkMade,
} from "#contract/frameworks/bundle.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { complianceKeys } from "./compliance-keys.ts";

/** `GET frameworks/{frameworkId}/bundle-links/`. */
export const bundleLinksQuery = (frameworkId: FrameworkId, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.links(frameworkId), ...scopeKey(scope)],
		meta: { kept: bundleLinkList },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.bundleLinks, { frameworkId }), { answer: bundleLinkList, signal, scope }),
	});

export const addBundleLink = (frameworkId: FrameworkId, body: BundleLinkRequest, scope: WorkScope) =>
	callApi(fillPath(API_PATHS.bundleLinks, { frameworkId }), {
		method: "POST",
		body,
		answer: bundleLinkMade,
		scope,
	});

export async function removeBundleLink(frameworkId: FrameworkId, linkId: string, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.bundleLink, { frameworkId, linkId }), { method: "DELETE", scope });
}

/** `GET bundle-keys/`: the whole workspace’s. */
export const bundleKeysQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.bundleKeys, ...scopeKey(scope)],
		meta: { kept: bundleKeyList },
		queryFn: ({ signal }) => callApi(API_PATHS.bundleKeys, { answer: bundleKeyList, signal, scope }),
	});

/** `POST bundle-keys/`. */
export const replaceBundleKey = (instead: BundleKeyId, scope: WorkScope) =>
	callApi(API_PATHS.bundleKeys, { method: "POST", body: { instead }, answer: bundleKeyList, scope });

/** The bundle's download address. */
export const bundleUrl = (frameworkId: FrameworkId, { from, to }: Window, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.bundle, { frameworkId }), scope, new URLSearchParams({ from, to }));
