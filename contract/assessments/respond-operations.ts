import * as z from "zod/mini";
import { wordAccepted } from "#contract/controls/controls.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { assessmentId } from "./assessments.ts";
import {
	respondAnswer,
	respondCode,
	respondConfirmed,
	respondDetail,
	respondOffer,
	respondPart,
	respondToken,
} from "./respond.ts";
import { respondentAsked, respondentId, respondentList, respondentRequest } from "./respondents.ts";

const ofAssessment = z.object({ assessmentId });
const ofRespondent = z.object({ assessmentId, respondentId });
const member = { access: "account", tag: "Assessments" } as const;
/** These calls check their own session, which starts with a code from the respondent's mailbox and is good for nothing else. */
const respondent = { access: "public", tag: "Assessments" } as const;

/** Calls about answers through a link, for members who ask and for the person who answers without an account. */
export const RESPOND_OPERATIONS = {
	listRespondents: {
		method: "GET",
		path: API_PATHS.respondents,
		...member,
		permission: "read",
		summary: "Who is asked through links, and how far they came.",
		params: ofAssessment,
		success: 200,
		answer: respondentList,
		conditional: true,
	},
	askRespondent: {
		method: "POST",
		path: API_PATHS.respondents,
		...member,
		permission: "arrange",
		stepUp: true,
		summary: "Email a person a link with which they answer chosen sections. Only this answer has the link.",
		params: ofAssessment,
		body: respondentRequest,
		success: 201,
		answer: respondentAsked,
	},
	resendRespondent: {
		method: "POST",
		path: API_PATHS.resendRespondent,
		...member,
		permission: "arrange",
		stepUp: true,
		summary: "Email a new link to the same person. The earlier links no longer work; an open session goes on.",
		params: ofRespondent,
		success: 200,
		answer: respondentAsked,
	},
	revokeRespondent: {
		method: "DELETE",
		path: API_PATHS.respondent,
		...member,
		permission: "arrange",
		summary: "Revoke a link. It and its sessions end at once. What was answered stays.",
		params: ofRespondent,
		success: 204,
	},
	readRespondLink: {
		method: "POST",
		path: API_PATHS.respondLink,
		...respondent,
		summary:
			"What the link of a respondent is about. 404, always in the same words, for every link that does not work.",
		body: respondToken,
		success: 200,
		answer: respondOffer,
	},
	sendRespondCode: {
		method: "POST",
		path: API_PATHS.respondCodes,
		...respondent,
		summary: "Email a code to the address of a link, if the link works. The answer does not say whether it does.",
		body: respondToken,
		success: 202,
	},
	confirmRespondCode: {
		method: "POST",
		path: API_PATHS.respondSession,
		...respondent,
		summary: "Begin a session with the code of the newest email. 400 `invalid_code` for everything that is not it.",
		body: respondCode,
		success: 200,
		answer: respondConfirmed,
	},
	readRespond: {
		method: "GET",
		path: API_PATHS.respond,
		...respondent,
		summary: "The questions of a link and the answers given through it. 401 `code_required` without its session.",
		params: z.object({ respondentId }),
		success: 200,
		answer: respondDetail,
	},
	endRespond: {
		method: "DELETE",
		path: API_PATHS.respond,
		...respondent,
		summary: "End the session of a link on this device. 204 even if there was none.",
		params: z.object({ respondentId }),
		success: 204,
	},
	answerRespond: {
		method: "POST",
		path: API_PATHS.respondAnswers,
		...respondent,
		summary: "Answer a question through a link. 401 `code_required` without its session.",
		body: respondAnswer,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	sendRespondPart: {
		method: "POST",
		path: API_PATHS.respondParts,
		...respondent,
		summary: "Say that a section is answered. The member who made the link is notified.",
		body: respondPart,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
} as const satisfies Record<string, Operation>;
