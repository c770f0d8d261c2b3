import { queryOptions } from "@tanstack/react-query";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { type TokenRequest, tokenList, tokenMade } from "#contract/tokens/tokens.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET tokens/`. Which programs have access is not kept on a device. */
export const tokensQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: ["tokens", ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ signal }) => callApi(API_PATHS.tokens, { answer: tokenList, signal, scope }),
	});

export const makeToken = (scope: WorkScope, body: TokenRequest) =>
	callApi(API_PATHS.tokens, { method: "POST", body, answer: tokenMade, scope });
export const revokeToken = (scope: WorkScope, tokenId: string) =>
	callApi(fillPath(API_PATHS.tokenById, { tokenId }), { method: "DELETE", scope });
