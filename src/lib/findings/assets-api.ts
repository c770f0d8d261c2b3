import { queryOptions } from "@tanstack/react-query";
import { assetList } from "#contract/assets.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET assets/`. */
export const assetsQuery = queryOptions({
	queryKey: ["assets"],
	meta: { kept: assetList },
	queryFn: ({ signal }) => callApi(API_PATHS.assets, { answer: assetList, signal }),
});
