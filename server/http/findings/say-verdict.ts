import type { FastifyInstance } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { checkVerdict } from "../../findings/check-verdict.ts";
import { sendError } from "../errors.ts";
import { addOperation, LONG_BODY_BYTES } from "../operation.ts";
import type { FindingParts } from "./finding-parts.ts";

/** `findings/verdicts/`: what somebody says of findings. */
export function addSayVerdict(app: FastifyInstance, { sayVerdict, readSession, now }: FindingParts): void {
	addOperation(
		app,
		OPERATIONS.sayVerdict,
		{ readSession, bodyLimit: LONG_BODY_BYTES },
		async ({ identity, body, key, reply }) => {
			const checked = checkVerdict(body, now());
			if (!checked.ok) return sendError(reply, "invalid_body", checked.message);
			const { fingerprints } = body;
			const said = await sayVerdict(identity.accountId, { key, fingerprints, word: checked.word, compared: body });
			if (said.ok) return said.answer;
			if (said.because === "rate_limited") {
				const { retryAfter } = said;
				const message = `Too many decisions on findings were made within the last hour. Please try again in ${waitText(retryAfter)}. Nothing was changed.`;
				return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter });
			}
			return sendError(
				reply,
				said.because,
				"This Idempotency-Key was already used for another request. Please send it again under a new key.",
			);
		},
	);
}
