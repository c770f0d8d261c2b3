import type { FastifyInstance, FastifyReply } from "fastify";
import { ASSESSMENTS_LIMIT, WORDS_LIMIT } from "#contract/assessments/assessments.ts";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { ROLE_LABELS, rolesThatCan } from "#contract/workspaces/roles.ts";
import { addOperation, LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { nameStem } from "#server/platform/files/name-stem.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import { fileHeaders } from "../../frameworks/routes/add-framework-files.ts";
import type { Assessments } from "../wire.ts";
import { noSuchTemplate } from "./add-templates.ts";

const REFUSALS = {
	idempotency_mismatch: KEY_MISMATCH,
	not_found: "There is no such assessment here. It may belong to another client.",
	already_exists: "This assessment has already arrived. Nothing was added.",
	changed_meanwhile:
		"This assessment is in another state by now. Please look at it, and decide again. Nothing was changed.",
	other_reviewer_required:
		"You submitted these answers, and others here may review them: one of them has to accept them. Nothing was changed.",
	already_finished:
		"This assessment is closed. Nothing was changed. Reopen it to have this taken, or begin a new assessment.",
	not_finished:
		"Answers that were signed have not arrived yet, or nothing was answered. Nothing was changed. Send the answers first, and then this again.",
	file_refused:
		"The signatures belong to other answers. Nothing was changed. Please open the assessment and have it signed again.",
};
const NO_PDF = "There is no such assessment here, or no such revision of it.";
const ID_TAKEN = "Something else arrived under this ID. Nothing was changed. Please enter it again.";
const TOO_MANY = `This client has ${ASSESSMENTS_LIMIT.toLocaleString("en")} assessments and cannot have more. Nothing was changed.`;
const TOO_MANY_WORDS = `This assessment has ${WORDS_LIMIT.toLocaleString("en")} answers, counting earlier ones, and cannot have more. Please begin a new one.`;

const tooOften = (reply: FastifyReply, retryAfter: number) =>
	sendError(
		reply,
		"rate_limited",
		`Too much was sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was changed.`,
		{ scope: "entry", retryAfter },
	);

const onlyReviewers = () =>
	`Only ${rolesThatCan("arrange")
		.map((role) => ROLE_LABELS[role].toLowerCase())
		.join(", ")} can accept or return an assessment. Nothing was changed.`;

/** `assessments/`: what people answered and signed. */
export function addAssessments(
	app: FastifyInstance,
	{ store: assessments, pdf }: Pick<Assessments, "store" | "pdf">,
	senders: Senders,
): void {
	const long = { senders, bodyLimit: LONG_BODY_BYTES };
	addOperation(app, OPERATIONS.listAssessments, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await assessments.page(scope, query)),
	);
	addOperation(app, OPERATIONS.readAssessment, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await assessments.detail(scope, params.assessmentId);
		if (!detail) return sendError(reply, "not_found", REFUSALS.not_found);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(app, OPERATIONS.listProposals, { senders }, async ({ scope, query, request, reply }) => {
		const list = await assessments.proposals(scope, query);
		if (!list) return noSuchTemplate(reply);
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
	addOperation(app, OPERATIONS.beginAssessment, { senders }, async ({ scope, key, body, reply }) => {
		const begun = await assessments.begin(scope, { key, request: body });
		if (begun.ok) return begun.answer;
		if (begun.because === "rate_limited") return tooOften(reply, begun.retryAfter);
		if (begun.because === "no_template") return noSuchTemplate(reply);
		if (begun.because === "limit_reached") return sendError(reply, begun.because, TOO_MANY);
		return sendError(reply, begun.because, REFUSALS[begun.because]);
	});
	addOperation(app, OPERATIONS.answerQuestion, long, async ({ scope, key, body, reply }) => {
		const answered = await assessments.answer(scope, { key, request: body });
		if (answered.ok) return answered.answer;
		switch (answered.because) {
			case "rate_limited":
				return tooOften(reply, answered.retryAfter);
			case "does_not_fit":
				return sendError(reply, "invalid_body", `${answered.why} Nothing was changed.`, { question: body.questionId });
			case "id_taken":
				return sendError(reply, "idempotency_mismatch", ID_TAKEN);
			case "limit_reached":
				return sendError(reply, answered.because, TOO_MANY_WORDS);
			default:
				return sendError(reply, answered.because, REFUSALS[answered.because]);
		}
	});
	addOperation(app, OPERATIONS.moveAssessment, { senders }, async ({ scope, key, body, reply }) => {
		const moved = await assessments.move(scope, { key, request: body });
		if (moved.ok) return moved.answer;
		if (moved.because === "rate_limited") return tooOften(reply, moved.retryAfter);
		if (moved.because === "role_required") return sendError(reply, moved.because, onlyReviewers());
		return sendError(reply, moved.because, REFUSALS[moved.because]);
	});
	addOperation(app, OPERATIONS.signAssessment, long, async ({ scope, key, body, reply }) => {
		const signed = await assessments.sign(scope, { key, request: body });
		if (signed.ok) return signed.answer;
		if (signed.because === "rate_limited") return tooOften(reply, signed.retryAfter);
		if (signed.because === "id_taken") return sendError(reply, "idempotency_mismatch", ID_TAKEN);
		return sendError(reply, signed.because, REFUSALS[signed.because]);
	});
	addOperation(app, OPERATIONS.readAssessmentPdf, { senders }, async ({ scope, params, query, reply }) => {
		const made = await pdf(scope, params.assessmentId, query.revision);
		if (!made) return sendError(reply, "not_found", NO_PDF);
		return reply
			.headers(fileHeaders(`assessment-${nameStem(made.client)}-revision-${made.revision}`, "pdf"))
			.send(made.file);
	});
}
