import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { apply } from "../apply.ts";
import { askerIn } from "../asker.ts";
import { answerAccepted } from "./answer-accepted.ts";
import { noSuchScan } from "./read-scan.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";

/** Ending, repeating and deleting a scan. */
export function addChangeScan(app: FastifyInstance, { accept, store, reader, senders }: ScanRouteDeps): void {
	addOperation(app, OPERATIONS.cancelScan, { senders }, async ({ scope, params: { scanId }, reply }) => {
		if (!(await reader.summary(scope, scanId))) return noSuchScan(reply);
		const moved = await apply(store, scanId, { type: "cancel" }, scope.accountId);
		if (moved.ok) return reply.send();
		if (moved.because === "gone") return noSuchScan(reply);
		return sendError(reply, "already_finished", "This scan has ended already, so there is nothing to cancel.");
	});

	addOperation(
		app,
		OPERATIONS.repeatScan,
		{ senders },
		async ({ identity, scope, params: { scanId }, key, ...given }) =>
			answerAccepted(
				accept,
				{
					asker: askerIn(scope, identity),
					key,
					compared: { repeat: scanId },
					request: () => reader.request(scope, scanId),
				},
				given,
			),
	);

	addOperation(app, OPERATIONS.deleteScan, { senders }, async ({ scope, params: { scanId }, reply }) => {
		switch (await reader.delete(scope, scanId)) {
			case "deleted":
				return reply.send();
			case "missing":
				return noSuchScan(reply);
			case "unfinished":
				return sendError(
					reply,
					"not_finished",
					"This scan has not ended yet. Please cancel it first; it can be deleted afterwards.",
				);
		}
	});
}
