import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { ReportDeps } from "./report-deps.ts";
import { reportFileHeaders } from "./report-file-headers.ts";

/** `reports/{reportId}/files/{format}/`. Reading the page does not count as a download. */
export function addReadReportFile(app: FastifyInstance, { reports, senders, publicUrl }: ReportDeps): void {
	addOperation(app, OPERATIONS.readReportFile, { senders }, async ({ scope, params, request, reply }) => {
		const { reportId, format } = params;
		const counts = format !== "html" && request.method === "GET";
		const file = await reports.file(scope, reportId, format, counts);
		if (!file) {
			return sendError(
				reply,
				"not_found",
				"There is no such file. The report may still be in progress, may not have this format, or may have been deleted.",
			);
		}
		return reply.headers(reportFileHeaders(file, format, publicUrl())).send(file.content);
	});
}
