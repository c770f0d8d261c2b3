import { respondConfirmed, respondDetail, respondOffer } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** What a link is about. */
export const readOffer = (token: string, signal?: AbortSignal) =>
	callApi(API_PATHS.respondLink, { method: "POST", body: { token }, answer: respondOffer, ...(signal && { signal }) });

/** The questions and the answers that the server has. Fails with the code `code_required` without a session. */
export const readDetail = (respondentId: RespondentId) =>
	callApi(fillPath(API_PATHS.respond, { respondentId }), { answer: respondDetail });

export const sendCode = (token: string) => callApi(API_PATHS.respondCodes, { method: "POST", body: { token } });

export const confirmCode = (token: string, code: string) =>
	callApi(API_PATHS.respondSession, { method: "POST", body: { token, code }, answer: respondConfirmed });

export const endSession = (respondentId: RespondentId) =>
	callApi(fillPath(API_PATHS.respond, { respondentId }), { method: "DELETE" });
