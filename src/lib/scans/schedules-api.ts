import { queryOptions } from "@tanstack/react-query";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { scanAccepted } from "#contract/scans/scans.ts";
import {
	type Recurrence,
	type Schedule,
	type ScheduleChange,
	type ScheduleRequest,
	schedule,
	scheduleList,
	schedulePreview,
} from "#contract/scans/schedules.ts";
import { callApi } from "#src/lib/data/api.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { awaitEnd } from "./scan-ends.ts";

/** How often to refetch the list while it is on screen: runs start on a clock. */
const REREAD_MS = 60_000;

const KEY = "schedules";

/** `GET schedules/`. */
export const schedulesQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [KEY, ...scopeKey(scope)],
		meta: { kept: scheduleList },
		queryFn: ({ signal }) => callApi(API_PATHS.schedules, { answer: scheduleList, signal, scope }),
		refetchInterval: REREAD_MS,
	});

/** `POST schedules/preview/`: when such a schedule would run. */
export const previewQuery = (recurrence: Recurrence, timeZone: string, scope: WorkScope) =>
	queryOptions({
		queryKey: ["schedule-preview", recurrence, timeZone, ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ signal }) =>
			callApi(API_PATHS.previewSchedule, {
				method: "POST",
				body: { recurrence, timeZone },
				answer: schedulePreview,
				scope,
				signal,
			}),
		// Times from a minute ago may be in the past.
		gcTime: REREAD_MS,
		retry: false,
	});

const reread = () => queryClient.invalidateQueries({ queryKey: [KEY] });

/** `key`: the same for every retry of one request, so a lost answer does not create a second schedule. */
export async function createSchedule(body: ScheduleRequest, scope: WorkScope, key: string): Promise<Schedule> {
	const headers = { [IDEMPOTENCY_KEY]: key };
	const made = await callApi(API_PATHS.schedules, { method: "POST", body, answer: schedule, scope, headers });
	await reread();
	return made;
}

export async function changeSchedule(scheduleId: string, body: ScheduleChange, scope: WorkScope): Promise<Schedule> {
	const path = fillPath(API_PATHS.schedule, { scheduleId });
	const changed = await callApi(path, { method: "PATCH", body, answer: schedule, scope });
	await reread();
	return changed;
}

export async function deleteSchedule(scheduleId: string, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.schedule, { scheduleId }), { method: "DELETE", scope });
	await reread();
}

/** `key`: the same for every retry of one click, so a lost answer does not start a second scan. */
export async function runScheduleNow(scheduleId: string, scope: WorkScope, key: string): Promise<void> {
	const headers = { [IDEMPOTENCY_KEY]: key };
	const path = fillPath(API_PATHS.runSchedule, { scheduleId });
	const { receipt } = await callApi(path, { method: "POST", answer: scanAccepted, scope, headers });
	awaitEnd(receipt.scanId);
	await reread();
}
