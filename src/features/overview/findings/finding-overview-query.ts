import { queryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { findingOverview } from "#contract/vulnerabilities.ts";
import { callApi } from "#src/lib/data/api.ts";
import { findingKeys } from "#src/lib/findings/findings-api.ts";

/** `GET findings/overview/`. Refreshed with the findings, after a scan or a verdict changes them. */
export const findingOverviewQuery = queryOptions({
	queryKey: [...findingKeys.all, "overview"],
	meta: { kept: findingOverview },
	queryFn: ({ signal }) => callApi(API_PATHS.findingsOverview, { answer: findingOverview, signal }),
});
