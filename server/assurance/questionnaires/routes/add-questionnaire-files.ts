import type { FastifyInstance, FastifyReply } from "fastify";
import { counted } from "#contract/format/count.ts";
import { OPERATIONS } from "#contract/operations.ts";
import {
	QUESTIONNAIRE_BYTES,
	QUESTIONNAIRE_MEDIA_TYPES,
	QUESTIONNAIRE_TYPES,
	type QuestionnaireType,
} from "#contract/questionnaires/file-types.ts";
import { mapping } from "#contract/questionnaires/mapping.ts";
import { QUESTIONNAIRES_LIMIT } from "#contract/questionnaires/questionnaires.ts";
import { addOperation, LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { attachmentName } from "#server/platform/http/attachment-name.ts";
import { sendError, sendTooOften } from "#server/platform/http/errors.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import { clientOf } from "../../controls/store/of-scope.ts";
import type { QuestionnaireDesk } from "../questionnaire-desk.ts";
import { sendUnknownQuestionnaire } from "./refusals.ts";

/** Customers' files: `questionnaires/`, `questionnaires/{questionnaireId}/match/` and `…/file/`. */
export function addQuestionnaireFiles(app: FastifyInstance, desk: QuestionnaireDesk, senders: Senders): void {
	const limits = {
		most: QUESTIONNAIRE_BYTES,
		asks: "Please send the questionnaire as XLSX, CSV or DOCX, with its Content-Type.",
		tooLarge: "Nothing was kept. Please take pictures out of it, or send it in parts.",
	};
	const taking = { senders, file: limits };
	addOperation(app, OPERATIONS.addQuestionnaire, taking, async ({ scope, key, query, file, reply }) => {
		const ofClient = { ...scope, clientId: clientOf(scope) };
		const { mapping: said = "{}", ...upload } = query;
		const tables = mapping.safeParse(jsonIn(said));
		if (!tables.success)
			return sendError(reply, "invalid_body", "What is said about its tables is not valid. Nothing was kept.");
		const received = await desk.receive(ofClient, {
			key,
			upload,
			mapping: tables.data,
			file: file.content,
			fileType: typeOf(file),
		});
		if (received.ok) return received.answer;
		switch (received.because) {
			case "refused":
				return sendError(reply, "file_refused", received.message, {
					notTaken: received.notTaken,
					tables: received.tables,
				});
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
				return sendError(reply, received.because, NO_ROOM);
		}
	});

	addOperation(app, OPERATIONS.matchQuestionnaire, { senders }, async ({ scope, params, reply }) => {
		const matched = await desk.matchAgain(scope, params.questionnaireId);
		if (matched.ok) return undefined;
		if (matched.because === "not_found") return sendUnknownQuestionnaire(reply);
		return sendError(reply, "file_refused", matched.message);
	});

	addOperation(
		app,
		OPERATIONS.changeQuestionnaireTables,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, params, body, reply }) =>
			sendReadAgain(reply, await desk.changeTables(scope, params.questionnaireId, body)),
	);

	addOperation(app, OPERATIONS.replaceQuestionnaireFile, taking, async ({ scope, params, query, file, reply }) => {
		const newer = { ...query, file: file.content, fileType: typeOf(file) };
		return sendReadAgain(reply, await desk.replaceFile(scope, params.questionnaireId, newer));
	});

	addOperation(app, OPERATIONS.readQuestionnaireFile, { senders }, async ({ scope, params, query, reply }) => {
		const filled = await desk.fill(scope, params.questionnaireId, query);
		if (filled.ok) {
			reply.header("Content-Disposition", `attachment; ${attachmentName(filled.fileName)}`);
			return reply.type(QUESTIONNAIRE_MEDIA_TYPES[filled.fileType]).send(filled.content);
		}
		switch (filled.because) {
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

/** Undefined if the text is no JSON. */
function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const NO_ROOM =
	"This workspace has no room for this file. Delete evidence or questionnaires that you no longer need, or ask the operator for more room. Nothing was kept.";

function sendReadAgain(reply: FastifyReply, read: Awaited<ReturnType<QuestionnaireDesk["changeTables"]>>) {
	if (read.ok) return read.answer;
	switch (read.because) {
		case "not_found":
			return sendUnknownQuestionnaire(reply);
		case "no_file":
			return sendError(
				reply,
				"not_found",
				"This questionnaire was handed over without its file, so there is nothing to read again. Add the customer’s file to it first.",
			);
		case "refused":
			return sendError(reply, "file_refused", read.message, { notTaken: read.notTaken, tables: read.tables });
		case "other_type":
			return sendError(
				reply,
				"file_refused",
				`The newer file has to be of the same type, ${read.fileType.toUpperCase()}. Nothing was changed. Add another type as a questionnaire of its own.`,
			);
		case "changed_meanwhile":
			return sendError(
				reply,
				read.because,
				"This questionnaire was read again since you opened it, perhaps by a colleague. Nothing was changed. Please look at it as it is now.",
			);
		case "answers_would_go":
			return sendError(
				reply,
				read.because,
				`${counted(read.lost, "confirmed answer")} would go, because ${read.lost === 1 ? "its question is" : "their questions are"} not found this way. Nothing was changed.`,
				{ lost: read.lost },
			);
		case "storage_full":
			return sendError(reply, read.because, NO_ROOM);
	}
}

/** The operation accepts only these types. */
function typeOf({ type }: { type: string }): QuestionnaireType {
	const found = QUESTIONNAIRE_TYPES.find((each) => QUESTIONNAIRE_MEDIA_TYPES[each] === type);
	if (found === undefined) throw new Error("A questionnaire of a type that is not taken was let through");
	return found;
}
