import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sizeText } from "#contract/format/size.ts";
import { OPERATIONS } from "#contract/operations.ts";
import {
	QUESTIONNAIRE_BYTES,
	QUESTIONNAIRE_MEDIA_TYPES,
	QUESTIONNAIRE_TYPES,
	type QuestionnaireType,
} from "#contract/questionnaires/file-types.ts";
import { QUESTIONNAIRE_FILES, QUESTIONNAIRES_LIMIT } from "#contract/questionnaires/questionnaires.ts";
import { clientOf } from "../../db/controls/of-scope.ts";
import type { QuestionnaireDesk } from "../../questionnaires/questionnaire-desk.ts";
import { attachmentName } from "../attachment-name.ts";
import { KEY_MISMATCH, sendError, sendTooOften } from "../errors.ts";
import { addOperation, type Senders } from "../operation.ts";
import { mediaTypeOf, readFileBody } from "../read-file-body.ts";
import { sendUnknownQuestionnaire } from "./refusals.ts";

const RETRY_SECONDS = 5;

/** Customers' files: `questionnaires/`, `questionnaires/{questionnaireId}/match/` and `…/file/`. */
export function addQuestionnaireFiles(app: FastifyInstance, desk: QuestionnaireDesk, senders: Senders): void {
	// Its body is a file, which is read when it is known who sends it, and never more of it than may be sent.
	app.register(async (uploads) => {
		uploads.removeContentTypeParser("application/json");
		uploads.addContentTypeParser(QUESTIONNAIRE_FILES, (_request, body, done) => done(null, body));
		addOperation(uploads, OPERATIONS.addQuestionnaire, { senders }, async ({ scope, key, query, request, reply }) => {
			const fileType = typeOf(request);
			const file = fileType && (await readFileBody(request, QUESTIONNAIRE_BYTES));
			if (file === undefined || fileType === undefined) {
				return sendError(
					reply,
					"unsupported_media_type",
					"Please send the questionnaire as XLSX, CSV or DOCX, with its Content-Type. Nothing was kept.",
				);
			}
			if (file === "too_large") {
				return sendError(
					reply,
					"payload_too_large",
					`This file is larger than ${sizeText(QUESTIONNAIRE_BYTES)}. Nothing was kept. Please take pictures out of it, or send it in parts.`,
				);
			}
			const ofClient = { ...scope, clientId: clientOf(scope) };
			const received = await desk.receive(ofClient, { key, upload: query, file, fileType });
			if (received.ok) return received.answer;
			switch (received.because) {
				case "busy":
					return sendBusy(reply);
				case "refused":
					return sendError(reply, "file_refused", received.message, { notTaken: received.notTaken });
				case "rate_limited":
					return sendTooOften(reply, received.retryAfter);
				case "idempotency_mismatch":
					return sendError(reply, received.because, KEY_MISMATCH);
				case "limit_reached":
					return sendError(
						reply,
						received.because,
						`This client has ${QUESTIONNAIRES_LIMIT} questionnaires, and cannot have more. Please delete old ones. Nothing was kept.`,
					);
				case "storage_full":
					return sendError(
						reply,
						received.because,
						"This workspace has no room for this file. Delete evidence or questionnaires that you no longer need, or ask the operator for more room. Nothing was kept.",
					);
			}
		});
	});

	addOperation(app, OPERATIONS.matchQuestionnaire, { senders }, async ({ scope, params, reply }) => {
		const matched = await desk.matchAgain(scope, params.questionnaireId);
		if (matched.ok) return undefined;
		if (matched.because === "busy") return sendBusy(reply);
		if (matched.because === "not_found") return sendUnknownQuestionnaire(reply);
		return sendError(reply, "file_refused", matched.message);
	});

	addOperation(app, OPERATIONS.readQuestionnaireFile, { senders }, async ({ scope, params, reply }) => {
		const filled = await desk.fill(scope, params.questionnaireId);
		if (filled.ok) {
			reply.header("Content-Disposition", `attachment; ${attachmentName(filled.fileName)}`);
			return reply.type(QUESTIONNAIRE_MEDIA_TYPES[filled.fileType]).send(filled.content);
		}
		switch (filled.because) {
			case "busy":
				return sendBusy(reply);
			case "not_found":
				return sendUnknownQuestionnaire(reply);
			case "no_file":
				return sendError(
					reply,
					"not_found",
					"This questionnaire was handed over without its file, so there is nothing to fill in. Its answers are kept.",
				);
			case "refused":
				return sendError(reply, "file_refused", filled.message);
		}
	});
}

const typeOf = (request: FastifyRequest): QuestionnaireType | undefined => {
	const given = mediaTypeOf(request);
	return QUESTIONNAIRE_TYPES.find((type) => QUESTIONNAIRE_MEDIA_TYPES[type] === given);
};

const sendBusy = (reply: FastifyReply) =>
	sendError(
		reply,
		"unavailable",
		"Other questionnaires are being read right now. Nothing was done. Please try again in a few seconds.",
		{ retryAfter: RETRY_SECONDS },
	);
