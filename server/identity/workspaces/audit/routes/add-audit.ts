import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { AUDIT_CSV } from "#contract/workspaces/audit-csv.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { sendRows } from "#server/platform/http/send-rows.ts";
import { addOperation, type Senders } from "../../../sessions/operation.ts";
import { whileAllowed } from "../../../sessions/still-allowed.ts";
import type { Audit } from "../wire.ts";
import { recordCalls } from "./record-calls.ts";

/** `audit/` and `audit/export/`, and what calls write into the log by themselves. */
export function addAudit(app: FastifyInstance, audit: Audit, senders: Senders): void {
	recordCalls(app, audit);
	addOperation(app, OPERATIONS.listAudit, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await audit.page(scope, query)),
	);
	addOperation(app, OPERATIONS.exportAudit, { senders }, async ({ scope, query, request, reply }) => {
		const { format, ...filter } = query;
		const batches = whileAllowed(audit.batches(scope, filter), request, senders, "audit");
		return sendRows(reply, { name: "audit-log", format, batches, csv: AUDIT_CSV });
	});
}
