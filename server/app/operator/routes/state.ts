import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { readAudit } from "../store/audit.ts";
import { readOverview } from "../store/overview.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** What is running, and what was done before. */
export function addState(app: FastifyInstance, { pool, senders }: OperatorDeps): void {
	addOperation(app, OPERATIONS.operatorOverview, { senders }, () => readOverview(pool));

	addOperation(app, OPERATIONS.readAudit, { senders }, async ({ query, request, reply }) =>
		sendListPage(request, reply, await readAudit(pool, query)),
	);
}
