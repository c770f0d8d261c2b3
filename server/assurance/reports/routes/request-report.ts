import type { FastifyInstance } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, LONG_BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import type { ReportDeps } from "./report-deps.ts";

const REFUSALS = {
	idempotency_mismatch: KEY_MISMATCH,
	limit_reached: "This account has as many reports as it can keep. Please delete one you no longer need.",
};

/** `POST reports/`: stored and queued, and created soon afterward. */
export function addRequestReport(app: FastifyInstance, { reports, senders }: ReportDeps): void {
	addOperation(
		app,
		OPERATIONS.requestReport,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, body, key, reply }) => {
			if (body.from !== undefined && body.to !== undefined && body.from > body.to) {
				return sendError(reply, "invalid_body", "The first day is after the last one. Please swap them.");
			}
			const requested = await reports.request(scope, { key, request: body });
			if (requested.ok) return requested.answer;
			if (requested.because !== "rate_limited") return sendError(reply, requested.because, REFUSALS[requested.because]);
			const { retryAfter } = requested;
			const message = `Too many reports were requested within the last hour. Please try again in ${waitText(retryAfter)}.`;
			return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter });
		},
	);
}
