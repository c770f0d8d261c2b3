import { queryOptions } from "@tanstack/react-query";
import { secondFactor } from "#contract/accounts/second-factor.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET accounts/second-factor/`. How an account is protected is not kept on a device. */
export const secondFactorQuery = queryOptions({
	queryKey: ["second-factor"],
	meta: { kept: false },
	queryFn: ({ signal }) => callApi(API_PATHS.secondFactor, { answer: secondFactor, signal }),
});
