import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { noSuchReport } from "./list-reports.ts";
import type { ReportDeps } from "./report-deps.ts";

/** `reports/{reportId}/shares/`, and one of them. */
export function addShareReport(app: FastifyInstance, { reports, senders, publicUrl }: ReportDeps): void {
	addOperation(app, OPERATIONS.shareReport, { senders }, async ({ scope, params, body, reply }) => {
		const token = newToken();
		const share = await reports.share(scope, params.reportId, tokenHash(token), body.days);
		if (!share) return noSuchReport(reply);
		if (share === "not_finished") {
			return sendError(reply, "not_finished", "This report is not ready yet. Please share it once it is completed.");
		}
		if (share === "limit_reached") {
			return sendError(
				reply,
				"limit_reached",
				"This report has as many links as it can have. Please revoke one of them first.",
			);
		}
		return { share, url: new URL(`/shared/${token}`, publicUrl()).href };
	});
	addOperation(app, OPERATIONS.revokeShare, { senders }, async ({ scope, params, reply }) => {
		if (await reports.revoke(scope, params.reportId, params.shareId)) return undefined;
		return sendError(reply, "not_found", "This link does not exist. It may have been revoked already.");
	});
}
