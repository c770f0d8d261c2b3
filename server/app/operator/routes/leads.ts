import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { LEAD_CSV } from "#contract/site/lead-csv.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { sendRows } from "#server/platform/http/send-rows.ts";
import { noteAct } from "../store/audit.ts";
import { leadBatches, readLeads } from "../store/lead-reader.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** What visitors submitted through the site's forms. */
export function addLeadList(app: FastifyInstance, { pool, senders }: OperatorDeps): void {
	addOperation(app, OPERATIONS.listLeads, { senders }, async ({ query, request, reply }) =>
		sendListPage(request, reply, await readLeads(pool, query)),
	);

	addOperation(app, OPERATIONS.exportLeads, { senders }, async ({ identity, query, reply }) => {
		const { kind, format } = query;
		await noteAct(pool, { what: "leads exported", by: identity.accountId, detail: kind ?? "all kinds" });
		return sendRows(reply, {
			name: kind ? `leads-${kind}` : "leads",
			format,
			batches: leadBatches(pool, kind),
			csv: LEAD_CSV,
		});
	});
}
