import type { FastifyInstance } from "fastify";
import { FINDING_CSV } from "#contract/finding-csv.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "../operation.ts";
import { sendRows } from "../send-rows.ts";
import type { FindingParts } from "./finding-parts.ts";

/** `findings/export/`. */
export function addExportFindings(app: FastifyInstance, { reader, readSession }: FindingParts): void {
	addOperation(app, OPERATIONS.exportFindings, { readSession }, async ({ identity, query, reply }) => {
		const { format, ...filter } = query;
		const batches = reader.batches(identity.accountId, filter);
		return sendRows(reply, { name: "findings", format, batches, csv: FINDING_CSV });
	});
}
