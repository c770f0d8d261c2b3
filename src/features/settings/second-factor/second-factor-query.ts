import { queryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { secondFactor } from "#contract/second-factor.ts";
import { callApi } from "#src/lib/data/api.ts";

export const secondFactorQuery = queryOptions({
	queryKey: ["second-factor"],
	queryFn: ({ signal }) => callApi(API_PATHS.secondFactor, { answer: secondFactor, signal }),
});
