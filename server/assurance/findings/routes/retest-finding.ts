import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { ScanAccepted } from "#contract/scans/scans.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { askerIn } from "#server/scanning/scans/asker.ts";
import { answerAccepted } from "#server/scanning/scans/routes/answer-accepted.ts";
import type { FindingDeps } from "./finding-deps.ts";
import { NO_SUCH_FINDING } from "./list-findings.ts";

/** `findings/{fingerprint}/retest/`: repeats the scan that saw the finding. */
export function addRetestFinding(app: FastifyInstance, { reader, retests, accept, senders, now }: FindingDeps): void {
	addOperation(app, OPERATIONS.retestFinding, { senders }, async ({ identity, scope, params, key, ...given }) => {
		const { fingerprint } = params;
		const before = (await reader.detail(scope, fingerprint))?.tracked;
		// By then a refusal has been sent, and awaiting a reply yields nothing.
		const answer: ScanAccepted | FastifyReply | undefined = await answerAccepted(
			accept,
			{
				asker: askerIn(scope, identity),
				key,
				compared: { retest: fingerprint },
				request: () => retests.request(scope, fingerprint),
				missing: before
					? `Every scan that saw this finding has been deleted, so none can be repeated. Please start a new scan of ${before.location.host}.`
					: NO_SUCH_FINDING,
			},
			given,
		);
		if (before && answer && "receipt" in answer) {
			await retests.remember(scope, fingerprint, answer.receipt.scanId, before, now());
		}
		return answer;
	});
}
