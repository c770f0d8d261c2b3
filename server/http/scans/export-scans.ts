import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { SCAN_CSV_HEAD, scanCsvLine } from "#contract/scan-csv.ts";
import { addOperation } from "../operation.ts";
import { sendRows } from "../send-rows.ts";
import type { ScanParts } from "./scan-parts.ts";

/** `scans/export/`. */
export function addExportScans(app: FastifyInstance, { reader, readSession }: ScanParts): void {
	addOperation(app, OPERATIONS.exportScans, { readSession }, async ({ identity, query, reply }) => {
		const { format, ...filter } = query;
		const batches = reader.batches(identity.accountId, filter);
		return sendRows(reply, { name: "scans", format, batches, csv: { head: SCAN_CSV_HEAD, line: scanCsvLine } });
	});
}
