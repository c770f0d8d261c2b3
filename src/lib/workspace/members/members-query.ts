import { queryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { memberList } from "#contract/workspaces/members.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "../scope.ts";

/** `GET members/`. */
export const membersQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: ["members", ...scopeKey(scope)],
		meta: { kept: memberList },
		queryFn: ({ signal }) => callApi(API_PATHS.members, { answer: memberList, signal, scope }),
	});
