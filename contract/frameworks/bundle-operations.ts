import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import {
	bundleKeyList,
	bundleKeyReplacement,
	bundleLinkId,
	bundleLinkList,
	bundleLinkMade,
	bundleLinkRequest,
} from "./bundle.ts";
import { window } from "./effectiveness.ts";
import { frameworkId } from "./pack.ts";

const params = z.object({ frameworkId });

/** Calls about the auditor's bundle. */
export const BUNDLE_OPERATIONS = {
	readBundle: {
		method: "GET",
		path: API_PATHS.bundle,
		access: "account",
		permission: "audit",
		cost: "stream",
		tag: "Frameworks",
		summary:
			"The audit bundle of a framework between two days: statement, effectiveness, controls, runs and evidence with its files, as one .zip with a signed manifest of hashes.",
		params,
		query: window,
		success: 200,
	},
	listBundleKeys: {
		method: "GET",
		path: API_PATHS.bundleKeys,
		access: "account",
		permission: "audit",
		tag: "Frameworks",
		summary: "The keys that sign the workspace’s audit bundles: the one that signs now, and earlier ones.",
		success: 200,
		answer: bundleKeyList,
	},
	replaceBundleKey: {
		method: "POST",
		path: API_PATHS.bundleKeys,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		stepUp: true,
		summary: "Replace the key that signs audit bundles. Bundles from before can still be checked with the earlier one.",
		body: bundleKeyReplacement,
		success: 200,
		answer: bundleKeyList,
	},
	listBundleLinks: {
		method: "GET",
		path: API_PATHS.bundleLinks,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Links with which auditors get the bundle, as long as they work.",
		params,
		success: 200,
		answer: bundleLinkList,
	},
	addBundleLink: {
		method: "POST",
		path: API_PATHS.bundleLinks,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		stepUp: true,
		summary: "Make a link with which an auditor gets the bundle until a chosen day. Only this answer has the link.",
		params,
		body: bundleLinkRequest,
		success: 201,
		answer: bundleLinkMade,
	},
	removeBundleLink: {
		method: "DELETE",
		path: API_PATHS.bundleLink,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Revoke a link.",
		params: z.extend(params, { linkId: bundleLinkId }),
		success: 204,
	},
} as const satisfies Record<string, Operation>;
