import { queryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { secondFactor } from "#contract/second-factor.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET accounts/second-factor/`. How an account is protected is not kept on a device. */
export const secondFactorQuery = queryOptions({
	queryKey: ["second-factor"],
	meta: { kept: false },
	queryFn: ({ signal }) => callApi(API_PATHS.secondFactor, { answer: secondFactor, signal }),
});
