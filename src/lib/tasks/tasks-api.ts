import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { type TaskFilter, task, taskPage } from "#contract/tasks/tasks.ts";
import { complianceKeys } from "#src/lib/compliance/compliance-keys.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { pagePath } from "#src/lib/data/page-path.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET tasks/`, page by page. */
export const taskListQuery = (filter: TaskFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...complianceKeys.tasks, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(taskPage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pagePath(API_PATHS.tasks, filter, pageParam), { answer: taskPage, signal, scope }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnWindowFocus: false,
	});

/** `GET tasks/{taskId}/`. */
export const taskQuery = (taskId: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.task(taskId), ...scopeKey(scope)],
		meta: { kept: task },
		queryFn: ({ signal }) => callApi(fillPath(API_PATHS.task, { taskId }), { answer: task, signal, scope }),
	});
