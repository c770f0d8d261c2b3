import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { sendError } from "../errors.ts";
import { addOperation } from "../operation.ts";
import { reportFileHeaders } from "./report-file-headers.ts";
import type { ReportParts } from "./report-parts.ts";

/** `reports/{reportId}/files/{format}/`. Reading it as a page is no download. */
export function addReadReportFile(app: FastifyInstance, { reports, readSession, publicUrl }: ReportParts): void {
	addOperation(app, OPERATIONS.readReportFile, { readSession }, async ({ identity, params, request, reply }) => {
		const { reportId, format } = params;
		const counts = format !== "html" && request.method === "GET";
		const file = await reports.file(identity.accountId, reportId, format, counts);
		if (!file) {
			return sendError(
				reply,
				"not_found",
				"There is no such file. The report is not made yet, has no such format, or was deleted.",
			);
		}
		return reply.headers(reportFileHeaders(file.name, format, publicUrl())).send(file.content);
	});
}
