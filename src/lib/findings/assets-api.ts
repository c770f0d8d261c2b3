import { queryOptions } from "@tanstack/react-query";
import { assetList } from "#contract/findings/assets.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

export const ASSETS_KEY = "assets";

/** `GET assets/`. */
export const assetsQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [ASSETS_KEY, ...scopeKey(scope)],
		meta: { kept: assetList },
		queryFn: ({ signal }) => callApi(API_PATHS.assets, { answer: assetList, signal, scope }),
	});
