import { queryOptions } from "@tanstack/react-query";
import { proof } from "#contract/accounts/proof.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET accounts/proof/`. How an account is protected is never stored on a device. */
export const proofQuery = queryOptions({
	queryKey: ["proof"],
	meta: { kept: false },
	queryFn: ({ signal }) => callApi(API_PATHS.proof, { answer: proof, signal }),
});
