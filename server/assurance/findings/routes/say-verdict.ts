import type { FastifyInstance } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, LONG_BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import { checkVerdict } from "../check-verdict.ts";
import type { FindingDeps } from "./finding-deps.ts";

/** `findings/verdicts/`: decisions about findings. */
export function addSayVerdict(app: FastifyInstance, { sayVerdict, senders, now }: FindingDeps): void {
	addOperation(
		app,
		OPERATIONS.sayVerdict,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, body, key, reply }) => {
			const checked = checkVerdict(body, now());
			if (!checked.ok) return sendError(reply, "invalid_body", checked.message);
			const { fingerprints } = body;
			const outcome = await sayVerdict(scope, {
				key,
				fingerprints,
				verdict: checked.verdict,
				compared: body,
			});
			if (outcome.ok) return outcome.answer;
			if (outcome.because === "rate_limited") {
				const { retryAfter } = outcome;
				const message = `Too many decisions on findings were made in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was changed.`;
				return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter });
			}
			return sendError(reply, outcome.because, KEY_MISMATCH);
		},
	);
}
