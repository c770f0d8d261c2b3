import { queryOptions } from "@tanstack/react-query";
import {
	type RespondentId,
	type RespondentRequest,
	respondentAsked,
	respondentList,
} from "#contract/assessments/respondents.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { complianceKeys } from "#src/lib/compliance/compliance-keys.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET assessments/{assessmentId}/respondents/`. */
export const respondentsQuery = (assessmentId: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...complianceKeys.assessment(assessmentId), "respondents", ...scopeKey(scope)],
		meta: { kept: respondentList },
		queryFn: ({ signal }) =>
			callApi(fillPath(API_PATHS.respondents, { assessmentId }), { answer: respondentList, signal, scope }),
	});

/** The only answer that holds the link. */
export const askRespondent = (assessmentId: string, body: RespondentRequest, scope: WorkScope) =>
	callApi(fillPath(API_PATHS.respondents, { assessmentId }), { method: "POST", body, answer: respondentAsked, scope });

/** The same for a new link to the same person. */
export const resendRespondent = (assessmentId: string, respondentId: RespondentId, scope: WorkScope) =>
	callApi(fillPath(API_PATHS.resendRespondent, { assessmentId, respondentId }), {
		method: "POST",
		answer: respondentAsked,
		scope,
	});

export const revokeRespondent = (assessmentId: string, respondentId: RespondentId, scope: WorkScope) =>
	callApi(fillPath(API_PATHS.respondent, { assessmentId, respondentId }), { method: "DELETE", scope });
