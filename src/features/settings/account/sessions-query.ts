import { queryOptions } from "@tanstack/react-query";
import { sessionList } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET accounts/sessions/`. */
export const sessionsQuery = queryOptions({
	queryKey: ["sessions"],
	meta: { kept: sessionList },
	queryFn: ({ signal }) => callApi(API_PATHS.sessions, { answer: sessionList, signal }),
});
