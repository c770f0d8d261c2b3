import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import type { ReportDeps } from "./report-deps.ts";

/** The same answer for a report that does not exist and for one of another account, so that nobody learns which. */
export const noSuchReport = (reply: FastifyReply): FastifyReply =>
	sendError(reply, "not_found", "You have no such report. It may have been deleted.");

/** `reports/`, and one of them. */
export function addListReports(app: FastifyInstance, { reports, senders }: ReportDeps): void {
	addOperation(app, OPERATIONS.listReports, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await reports.page(scope, query)),
	);
	addOperation(app, OPERATIONS.readReport, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await reports.detail(scope, params.reportId);
		if (!detail) return noSuchReport(reply);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(app, OPERATIONS.deleteReport, { senders }, async ({ scope, params, reply }) => {
		if (!(await reports.delete(scope, params.reportId))) return noSuchReport(reply);
		return undefined;
	});
}
