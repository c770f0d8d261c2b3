import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { SCAN_CSV_HEAD, scanCsvLine } from "#contract/scans/scan-csv.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { whileAllowed } from "#server/identity/sessions/still-allowed.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { sendRows } from "#server/platform/http/send-rows.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";

/** `scans/`, `scans/overview/` and `scans/export/`: the scans of an account. */
export function addListScans(app: FastifyInstance, { reader, senders }: ScanRouteDeps): void {
	addOperation(app, OPERATIONS.listScans, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await reader.page(scope, query)),
	);
	addOperation(app, OPERATIONS.scansOverview, { senders }, async ({ scope, request, reply }) => {
		const overview = await reader.overview(scope);
		return isUnchanged(request, reply, overview) ? reply.code(304).send() : overview;
	});
	addOperation(app, OPERATIONS.exportScans, { senders }, async ({ scope, query, request, reply }) => {
		const { format, ...filter } = query;
		const batches = whileAllowed(reader.batches(scope, filter), request, senders, "read");
		return sendRows(reply, { name: "scans", format, batches, csv: { head: SCAN_CSV_HEAD, line: scanCsvLine } });
	});
}
