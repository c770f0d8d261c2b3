import type { FastifyInstance, FastifyReply } from "fastify";
import { LINK_DAYS_LIMIT, RESPONDENTS_LIMIT } from "#contract/assessments/respondents.ts";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { isDeliverable } from "#server/platform/texts/mailbox.ts";
import { answerLink } from "../respondents/answer-link.ts";
import type { RespondentStore } from "../store/respondents/respondent-store.ts";

const NO_ASSESSMENT = "There is no such assessment here. It may belong to another client.";
const NO_RESPONDENT = "There is no such link. It may have been deleted.";
const UNCONFIRMED =
	"Please confirm your own email address first: people who are asked write back to it. Nothing was sent.";
const CLOSED = "This assessment is closed. Reopen it first, then ask. Nothing was sent.";

const badField = (reply: FastifyReply, field: string, message: string) =>
	sendError(reply, "invalid_body", message, { fields: [{ field, message }] });
const tooOften = (reply: FastifyReply, retryAfter: number) =>
	sendError(
		reply,
		"rate_limited",
		`Too many links and invitations were sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was sent.`,
		{ scope: "entry", retryAfter },
	);

/** `assessments/…/respondents/`: whom members ask through links. */
export function addRespondents(
	app: FastifyInstance,
	{ store, publicUrl }: { store: RespondentStore; publicUrl: () => string },
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.listRespondents, { senders }, async ({ scope, params, request, reply }) => {
		const found = await store.list(scope, params.assessmentId);
		if (!found) return sendError(reply, "not_found", NO_ASSESSMENT);
		const respondents = { respondents: found };
		return isUnchanged(request, reply, respondents) ? reply.code(304).send() : respondents;
	});
	addOperation(app, OPERATIONS.askRespondent, { senders }, async ({ scope, identity, params, body, reply }) => {
		if (!identity.emailConfirmed) return sendError(reply, "email_unconfirmed", UNCONFIRMED);
		if (!isDeliverable(body.email)) return badField(reply, "/email", "Please enter a valid email address.");
		const token = newToken();
		const asked = await store.ask(scope, params.assessmentId, { request: body, shownHash: tokenHash(token) });
		if (asked.ok) return { respondent: asked.respondent, url: answerLink(publicUrl(), token) };
		switch (asked.because) {
			case "not_found":
				return sendError(reply, "not_found", NO_ASSESSMENT);
			case "closed":
				return sendError(reply, "already_finished", CLOSED);
			case "no_section":
				return badField(reply, "/sections", "One of these sections is not in this assessment.");
			case "bad_end":
				return badField(reply, "/endsOn", `The link has to end today or later, and within ${LINK_DAYS_LIMIT} days.`);
			case "limit_reached":
				return sendError(
					reply,
					"limit_reached",
					`An assessment can have ${RESPONDENTS_LIMIT} links, those of the last 30 days included. Nothing was sent.`,
				);
			case "rate_limited":
				return tooOften(reply, asked.retryAfter);
		}
	});
	addOperation(app, OPERATIONS.resendRespondent, { senders }, async ({ scope, identity, params, reply }) => {
		if (!identity.emailConfirmed) return sendError(reply, "email_unconfirmed", UNCONFIRMED);
		const token = newToken();
		const asked = await store.askAgain(scope, params, tokenHash(token));
		if (asked.ok) return { respondent: asked.respondent, url: answerLink(publicUrl(), token) };
		switch (asked.because) {
			case "not_found":
				return sendError(reply, "not_found", NO_RESPONDENT);
			case "closed":
				return sendError(reply, "already_finished", CLOSED);
			case "ended":
				return sendError(reply, "already_finished", "This link has ended or was revoked. Please make a new one.");
			case "rate_limited":
				return tooOften(reply, asked.retryAfter);
		}
	});
	addOperation(app, OPERATIONS.revokeRespondent, { senders }, async ({ scope, params, reply }) =>
		(await store.revoke(scope, params)) ? reply.send() : sendError(reply, "not_found", NO_RESPONDENT),
	);
}
