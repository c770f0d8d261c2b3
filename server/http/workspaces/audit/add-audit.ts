import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { AUDIT_CSV } from "#contract/workspaces/audit-csv.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { whileAllowed } from "#server/identity/sessions/still-allowed.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { sendRows } from "#server/platform/http/send-rows.ts";
import type { Audit } from "../../../workspaces/audit/wire.ts";
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
