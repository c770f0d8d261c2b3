import type { FastifyInstance } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { sendError } from "../errors.ts";
import { addOperation, LONG_BODY_BYTES } from "../operation.ts";
import type { ReportParts } from "./report-parts.ts";

const REFUSALS = {
	idempotency_mismatch:
		"This Idempotency-Key was already used for another request. Please send it again under a new key.",
	limit_reached: "This account keeps as many reports as it may. Please delete one that is no longer needed.",
};

/** `POST reports/`: stored and queued, made soon after. */
export function addRequestReport(app: FastifyInstance, { reports, readSession }: ReportParts): void {
	addOperation(
		app,
		OPERATIONS.requestReport,
		{ readSession, bodyLimit: LONG_BODY_BYTES },
		async ({ identity, body, key, reply }) => {
			if (body.from !== undefined && body.to !== undefined && body.from > body.to) {
				return sendError(reply, "invalid_body", "The first day is after the last one. Please swap them.");
			}
			const requested = await reports.request(identity.accountId, { key, request: body });
			if (requested.ok) return requested.answer;
			if (requested.because !== "rate_limited") return sendError(reply, requested.because, REFUSALS[requested.because]);
			const { retryAfter } = requested;
			const message = `Many reports were asked for within the last hour. Please ask for this one again in ${waitText(retryAfter)}.`;
			return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter });
		},
	);
}
