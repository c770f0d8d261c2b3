import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
	type AssessmentFilter,
	assessmentDetail,
	assessmentPage,
	proposalList,
	templateList,
} from "#contract/assessments/assessments.ts";
import type { TemplateId } from "#contract/assessments/template.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { complianceKeys } from "#src/lib/compliance/compliance-keys.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { pagePath } from "#src/lib/data/page-path.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET assessments/templates/`. */
export const templatesQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.templates, ...scopeKey(scope)],
		meta: { kept: templateList },
		queryFn: ({ signal }) => callApi(API_PATHS.templates, { answer: templateList, signal, scope }),
	});

/** `GET assessments/proposals/?template=…`. `subject`: what the assessment is about; empty means anything. */
export const proposalsQuery = (template: TemplateId, subject: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.proposals(template), subject, ...scopeKey(scope)],
		meta: { kept: proposalList },
		queryFn: ({ signal }) => {
			const query = new URLSearchParams({ template, ...(subject !== "" && { subject }) });
			return callApi(`${API_PATHS.proposals}?${query}`, { answer: proposalList, signal, scope });
		},
	});

/** `GET assessments/`, page by page. */
export const assessmentListQuery = (filter: AssessmentFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...complianceKeys.assessments, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(assessmentPage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pagePath(API_PATHS.assessments, filter, pageParam), { answer: assessmentPage, signal, scope }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnWindowFocus: false,
	});

/** `GET assessments/{assessmentId}/`. */
export const assessmentQuery = (assessmentId: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.assessment(assessmentId), ...scopeKey(scope)],
		meta: { kept: assessmentDetail },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.assessment, { assessmentId }), { answer: assessmentDetail, signal, scope }),
	});

/** The address of an assessment's PDF. */
export const assessmentPdfUrl = (assessmentId: string, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.assessmentPdf, { assessmentId }), scope);
