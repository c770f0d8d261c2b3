import type { FastifyInstance, FastifyReply } from "fastify";
import { CONTROLS_LIMIT, LEFT_OUT_LIMIT } from "#contract/controls/controls.ts";
import { TESTS_LIMIT } from "#contract/controls/tests.ts";
import { counted } from "#contract/format/count.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError, sendTooOften } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import type { ControlStore } from "./store/control-store.ts";

const NO_CONTROL = "There is no such control here. It may belong to another client.";
const NO_REQUIREMENT = "No framework here has that requirement. Nothing was changed; choose one from the list.";
const NO_MEMBER = "The owner has to be a member of this workspace who sees this client. Nothing was changed.";

/** The same answer for a control that does not exist and for someone else's, so that nobody learns which. */
const noSuchControl = (reply: FastifyReply) => sendError(reply, "not_found", NO_CONTROL);

/** `controls/` and `compliance/overview/`: controls of clients, their tests and runs. */
export function addControls(app: FastifyInstance, controls: ControlStore, senders: Senders): void {
	addOperation(app, OPERATIONS.complianceOverview, { senders }, async ({ scope, request, reply }) => {
		const overview = await controls.overview(scope);
		return isUnchanged(request, reply, overview) ? reply.code(304).send() : overview;
	});
	addOperation(app, OPERATIONS.listControls, { senders }, async ({ scope, query, request, reply }) => {
		const list = await controls.list(scope, query);
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
	addOperation(app, OPERATIONS.readControl, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await controls.detail(scope, params.controlId);
		if (!detail) return noSuchControl(reply);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(
		app,
		OPERATIONS.addControl,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, key, body, reply }) => {
			const added = await controls.add(scope, { key, request: body });
			if (added.ok) return added.answer;
			switch (added.because) {
				case "rate_limited":
					return sendTooOften(reply, added.retryAfter);
				case "no_requirement":
					return sendError(reply, "invalid_body", NO_REQUIREMENT);
				case "already_exists":
					return sendError(
						reply,
						added.because,
						"There already is a control with this code. Please choose another one.",
					);
				case "limit_reached":
					return sendError(
						reply,
						added.because,
						`This client has ${CONTROLS_LIMIT} controls, and cannot have more. Nothing was added.`,
					);
				default:
					return sendError(reply, added.because, KEY_MISMATCH);
			}
		},
	);
	addOperation(app, OPERATIONS.changeControl, { senders }, async ({ scope, key, body, reply }) => {
		const changed = await controls.change(scope, { key, request: body });
		if (changed.ok) return changed.answer;
		switch (changed.because) {
			case "rate_limited":
				return sendTooOften(reply, changed.retryAfter);
			case "not_found":
				return noSuchControl(reply);
			case "no_member":
				return sendError(reply, "invalid_body", NO_MEMBER);
			case "no_reason":
				return sendError(
					reply,
					"invalid_body",
					"A control in this state needs a reason. Nothing was changed; please give another reason instead.",
				);
			case "limit_reached":
				return sendError(
					reply,
					changed.because,
					`This control leaves out ${LEFT_OUT_LIMIT} hosts, and cannot leave out more. Nothing was changed; name the hosts that its tests are about instead.`,
				);
			case "changed_meanwhile":
				return sendError(
					reply,
					changed.because,
					"This control is in another state by now. Please look at it, and decide again. Nothing was changed.",
				);
			default:
				return sendError(reply, changed.because, KEY_MISMATCH);
		}
	});
	addOperation(app, OPERATIONS.linkRequirement, { senders }, async ({ scope, params, body, reply }) => {
		const linked = await controls.link(scope, params.controlId, body);
		if (linked === "not_found") return noSuchControl(reply);
		return linked === "no_requirement" ? sendError(reply, "invalid_body", NO_REQUIREMENT) : linked;
	});
	addTests(app, controls, senders);
}

function addTests(app: FastifyInstance, controls: ControlStore, senders: Senders): void {
	addOperation(
		app,
		OPERATIONS.addControlTest,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, params, key, body, reply }) => {
			const added = await controls.addTest(scope, params.controlId, { key, request: body });
			if (added.ok) return added.answer;
			switch (added.because) {
				case "rate_limited":
					return sendTooOften(reply, added.retryAfter);
				case "not_found":
					return noSuchControl(reply);
				case "already_exists":
					return sendError(reply, added.because, "This test is already there. Nothing was added.");
				case "limit_reached":
					return sendError(
						reply,
						added.because,
						`A control has at most ${counted(TESTS_LIMIT, "test")}. Nothing was added.`,
					);
				default:
					return sendError(reply, added.because, KEY_MISMATCH);
			}
		},
	);
	addOperation(
		app,
		OPERATIONS.changeControlTest,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, params, body, reply }) => {
			const changed = await controls.changeTest(scope, params, body);
			if (changed === "not_found") {
				return sendError(reply, changed, "There is no such test here. It may belong to another control.");
			}
			if (changed === "other_kind") {
				const message = "A test keeps its kind. Nothing was changed; pause this one and add another.";
				return sendError(reply, "invalid_body", message);
			}
			return changed;
		},
	);
	addOperation(app, OPERATIONS.addTestRun, { senders }, async ({ scope, key, body, reply }) => {
		const added = await controls.addRun(scope, { key, request: body });
		if (added.ok) return added.answer;
		switch (added.because) {
			case "rate_limited":
				return sendTooOften(reply, added.retryAfter);
			case "idempotency_mismatch":
				return sendError(reply, added.because, KEY_MISMATCH);
			case "not_by_people":
			case "other_kind":
			case "no_note":
			case "no_document":
				return sendError(reply, "invalid_body", NOT_RUN[added.because]);
			case "closed":
				return sendError(reply, "changed_meanwhile", NOT_RUN.closed);
			default:
				return sendError(reply, added.because, NOT_RUN[added.because]);
		}
	});
	addOperation(app, OPERATIONS.listTestRuns, { senders }, async ({ scope, params, query, request, reply }) => {
		const page = await controls.runs(scope, params.controlId, query);
		return page === "not_found" ? noSuchControl(reply) : sendListPage(request, reply, page);
	});
}

const NOT_RUN = {
	not_found: "There is no such test here. It may belong to another client.",
	already_exists: "This run has already arrived. Nothing was added.",
	limit_reached: "This workspace has as much evidence as it can keep. Please delete some that you no longer need.",
	closed: "This test is paused, or its control is retired. Nothing was recorded.",
	not_by_people: "Scans run this test by themselves. Nothing was recorded.",
	other_kind: "A checklist needs answers, and other tests need whether they hold. Nothing was recorded.",
	no_note: "A run that fails needs a note that says what is missing. Nothing was recorded.",
	no_document:
		"There is no such evidence of this client, or it was withdrawn. Nothing was recorded; name another piece, or say where the document is.",
	changed_meanwhile: "What this test asks was changed. Please answer it again. Nothing was recorded.",
};
