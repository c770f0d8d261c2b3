import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { LIBRARY_LIMIT } from "#contract/questionnaires/library.ts";
import { ROLE_LABELS, rolesThatCan } from "#contract/workspaces/roles.ts";
import { addOperation, LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError, sendTooOften } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import type { Questionnaires } from "../wire.ts";
import { addQuestionnaireFiles } from "./add-questionnaire-files.ts";
import { sendUnknownQuestionnaire } from "./refusals.ts";

/** `questionnaires/` that customers sent, and `library-answers/` to answer them with. */
export function addQuestionnaires(
	app: FastifyInstance,
	{ store, desk, library }: Questionnaires,
	senders: Senders,
): void {
	addQuestionnaireFiles(app, desk, senders);

	addOperation(app, OPERATIONS.listQuestionnaires, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await store.page(scope, query)),
	);
	addOperation(app, OPERATIONS.readCustomerQuestionnaire, { senders }, async ({ scope, params, request, reply }) => {
		const found = await store.find(scope, params.questionnaireId);
		if (!found) return sendUnknownQuestionnaire(reply);
		return isUnchanged(request, reply, found) ? reply.code(304).send() : found;
	});
	addOperation(app, OPERATIONS.changeQuestionnaire, { senders }, async ({ scope, params, body, reply }) =>
		(await store.change(scope, params.questionnaireId, body)) ? undefined : sendUnknownQuestionnaire(reply),
	);
	addOperation(app, OPERATIONS.deleteQuestionnaire, { senders }, async ({ scope, params, reply }) =>
		(await store.remove(scope, params.questionnaireId)) ? undefined : sendUnknownQuestionnaire(reply),
	);
	addOperation(
		app,
		OPERATIONS.answerQuestions,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, key, body, reply }) => {
			const answered = await store.answer(scope, { key, request: body });
			if (answered.ok) return answered.answer;
			switch (answered.because) {
				case "rate_limited":
					return sendTooOften(reply, answered.retryAfter);
				case "idempotency_mismatch":
					return sendError(reply, answered.because, KEY_MISMATCH);
				case "not_found":
					return sendError(
						reply,
						answered.because,
						"There is no such question here. Its questionnaire may have been deleted. Nothing was changed.",
					);
				case "not_in_list":
					return sendError(
						reply,
						"invalid_body",
						"The cell of this question accepts only the values of its list, and this choice is none of them. Nothing was changed. Please choose again.",
					);
				case "proposal_gone":
					// Not a 409, which an outbox repeats: the suggestion is out of date, and a person has to look again.
					return sendError(
						reply,
						"not_found",
						"What you confirmed has changed since, or may not be given any more. Nothing was confirmed. Please look at the question again.",
					);
			}
		},
	);

	addOperation(app, OPERATIONS.listLibraryAnswers, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await library.page(scope, query)),
	);
	addOperation(
		app,
		OPERATIONS.approveAnswer,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, key, body, reply }) => {
			const said = await library.say(scope, { key, request: body });
			if (said.ok) return said.answer;
			switch (said.because) {
				case "rate_limited":
					return sendTooOften(reply, said.retryAfter);
				case "idempotency_mismatch":
					return sendError(reply, said.because, KEY_MISMATCH);
				case "not_found":
					return sendError(
						reply,
						said.because,
						"There is no such answer in the library. A new one needs a question, an answer and a last day. Nothing was changed.",
					);
				case "limit_reached":
					return sendError(
						reply,
						said.because,
						`This library has ${LIBRARY_LIMIT.toLocaleString("en")} answers, and cannot have more. Please withdraw old ones. Nothing was added.`,
					);
				case "role_required":
					return sendError(
						reply,
						said.because,
						`Only ${rolesThatCan("arrange")
							.map((role) => ROLE_LABELS[role].toLowerCase())
							.join(", ")} can approve answers. Nothing was changed.`,
					);
				case "no_evidence":
					return sendError(
						reply,
						"invalid_body",
						"The evidence has to be this client’s, and still there. Nothing was changed.",
					);
			}
		},
	);
}
