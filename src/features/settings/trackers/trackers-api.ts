import { queryOptions } from "@tanstack/react-query";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import {
	type TrackerChange,
	type TrackerRequest,
	tracker,
	trackerChecked,
	trackerList,
} from "#contract/tickets/trackers.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET trackers/`. Where issues go is not kept on a device. */
export const trackersQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: ["trackers", ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ signal }) => callApi(API_PATHS.trackers, { answer: trackerList, signal, scope }),
	});

export const addTracker = (scope: WorkScope, body: TrackerRequest) =>
	callApi(API_PATHS.trackers, { method: "POST", body, answer: tracker, scope });
export const changeTracker = (scope: WorkScope, trackerId: string, body: TrackerChange) =>
	callApi(fillPath(API_PATHS.tracker, { trackerId }), { method: "PATCH", body, answer: tracker, scope });
export const removeTracker = (scope: WorkScope, trackerId: string) =>
	callApi(fillPath(API_PATHS.tracker, { trackerId }), { method: "DELETE", scope });
export const checkTracker = (scope: WorkScope, trackerId: string) =>
	callApi(fillPath(API_PATHS.checkTracker, { trackerId }), { method: "POST", answer: trackerChecked, scope });
