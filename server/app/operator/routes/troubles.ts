import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import { noteAct } from "../store/audit.ts";
import { readFailedJobs, retryJobs } from "../store/failed-jobs.ts";
import { readStuck } from "../store/stuck.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** What is stuck or has failed, and what can be done about it. */
export function addTroubles(app: FastifyInstance, { pool, scans, stuck, senders }: OperatorDeps): void {
	addOperation(app, OPERATIONS.listStuck, { senders }, () => readStuck(pool, stuck));

	addOperation(app, OPERATIONS.endScan, { senders }, async ({ identity, params: { scanId }, body, reply }) => {
		const moved = await apply(scans, scanId, { type: "ended", reason: body.reason });
		if (moved.ok) {
			const scan = { id: scanId, kind: moved.scan.request.kind };
			await noteAct(pool, { what: "scan ended by operator", by: identity.accountId, detail: body.reason, scan });
			return reply.send();
		}
		if (moved.because === "gone")
			return sendError(reply, "not_found", "There is no such scan. It may have been deleted.");
		return sendError(reply, "already_finished", "This scan has ended already, so there is nothing to end.");
	});

	addOperation(app, OPERATIONS.listFailedJobs, { senders }, ({ query }) => readFailedJobs(pool, query));

	addOperation(app, OPERATIONS.retryJobs, { senders }, async ({ identity, body }) => ({
		retried: await retryJobs(pool, body.jobIds, identity.accountId),
	}));
}
