import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { asset, assetChange, assetList } from "./assets.ts";

/** Calls about a workspace's hosts. */
export const ASSET_OPERATIONS = {
	listAssets: {
		method: "GET",
		path: API_PATHS.assets,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Targets",
		summary: "Hosts that the account added or scanned, and what is known about them.",
		success: 200,
		answer: assetList,
		conditional: true,
	},
	labelAsset: {
		method: "PATCH",
		path: API_PATHS.asset,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Move a host to another client, with all that was found there.",
		params: z.object({ host: z.string() }),
		body: assetChange,
		success: 200,
		answer: asset,
	},
	removeAsset: {
		method: "DELETE",
		path: API_PATHS.asset,
		access: "account",
		permission: "arrange",
		tag: "Targets",
		summary: "Remove a host with its verification and its findings. Its scans stay.",
		params: z.object({ host: z.string() }),
		success: 204,
	},
} as const satisfies Record<string, Operation>;
