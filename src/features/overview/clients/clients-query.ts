import { queryOptions } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { clientOverviews } from "#contract/workspaces/client-overview.ts";
import { callApi } from "#src/lib/data/api.ts";
import { findingKeys } from "#src/lib/findings/findings-api.ts";
import { type Scope, scopeKey } from "#src/lib/workspace/scope.ts";

/** `GET clients/overview/`. It is read again with the findings. */
export const clientsOverviewQuery = (scope: Scope) =>
	queryOptions({
		queryKey: [...findingKeys.all, "clients", ...scopeKey(scope)],
		meta: { kept: clientOverviews },
		queryFn: ({ signal }) => callApi(API_PATHS.clientsOverview, { answer: clientOverviews, signal, scope }),
	});
