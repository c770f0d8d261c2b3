import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
	type ControlDetail,
	type ControlFilter,
	type ControlId,
	type ControlRequest,
	controlDetail,
	controlList,
	type RequirementLink,
} from "#contract/controls/controls.ts";
import { runPage, type TestChange, type TestId, type TestRequest } from "#contract/controls/tests.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { complianceKeys } from "#src/lib/compliance/compliance-keys.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET controls/`. */
export const controlListQuery = (filter: ControlFilter, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.controls, filter, ...scopeKey(scope)],
		meta: { kept: controlList },
		queryFn: ({ signal }) =>
			callApi(`${API_PATHS.controls}?${new URLSearchParams(filter as Record<string, string>)}`, {
				answer: controlList,
				signal,
				scope,
			}),
	});

/** `GET controls/{controlId}/`. */
export const controlQuery = (controlId: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.control(controlId), ...scopeKey(scope)],
		meta: { kept: controlDetail },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.control, { controlId }), { answer: controlDetail, signal, scope }),
	});

/** `GET controls/{controlId}/runs/`, page by page. */
export const runsQuery = (controlId: ControlId, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...complianceKeys.runs(controlId), ...scopeKey(scope)],
		meta: { kept: pagesOf(runPage) },
		queryFn: ({ pageParam, signal }) => {
			const query = pageParam === null ? "" : `?${new URLSearchParams({ cursor: pageParam })}`;
			return callApi(`${fillPath(API_PATHS.controlRunList, { controlId })}${query}`, {
				answer: runPage,
				signal,
				scope,
			});
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
	});

/** A retry with the same id creates no second control: the id is also sent as the idempotency key. */
export const addControl = (body: ControlRequest, scope: WorkScope): Promise<ControlDetail> =>
	callApi(API_PATHS.controls, {
		method: "POST",
		body,
		answer: controlDetail,
		scope,
		headers: { "Idempotency-Key": body.id },
	});

export const addTest = (controlId: ControlId, body: TestRequest, scope: WorkScope): Promise<ControlDetail> =>
	callApi(fillPath(API_PATHS.controlTests, { controlId }), {
		method: "POST",
		body,
		answer: controlDetail,
		scope,
		headers: { "Idempotency-Key": body.id },
	});

export const changeTest = (
	controlId: ControlId,
	testId: TestId,
	body: TestChange,
	scope: WorkScope,
): Promise<ControlDetail> =>
	callApi(fillPath(API_PATHS.controlTest, { controlId, testId }), {
		method: "PATCH",
		body,
		answer: controlDetail,
		scope,
	});

export const linkRequirement = (
	controlId: ControlId,
	body: RequirementLink,
	scope: WorkScope,
): Promise<ControlDetail> =>
	callApi(fillPath(API_PATHS.controlRequirements, { controlId }), {
		method: "PUT",
		body,
		answer: controlDetail,
		scope,
	});
