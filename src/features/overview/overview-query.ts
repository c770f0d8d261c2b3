import { queryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { scanOverview } from "#contract/scans.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scanKeys } from "#src/lib/scans/scans-api.ts";

/** How often the numbers are refreshed while something runs or after a failure, in milliseconds. */
const AGAIN_MS = 20_000;

/** `GET scans/overview/`. */
export const overviewQuery = queryOptions({
	queryKey: [...scanKeys.all, "overview"],
	meta: { kept: scanOverview },
	queryFn: ({ signal }) => callApi(API_PATHS.scansOverview, { answer: scanOverview, signal }),
	refetchInterval: ({ state }) => (state.error || (state.data?.active ?? 0) > 0 ? AGAIN_MS : false),
});
