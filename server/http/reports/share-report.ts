import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { newToken, tokenHash } from "../../scans/tokens.ts";
import { sendError } from "../errors.ts";
import { addOperation } from "../operation.ts";
import { noSuchReport } from "./list-reports.ts";
import type { ReportParts } from "./report-parts.ts";

/** `reports/{reportId}/shares/`, and one of them. */
export function addShareReport(app: FastifyInstance, { reports, readSession, publicUrl }: ReportParts): void {
	addOperation(app, OPERATIONS.shareReport, { readSession }, async ({ identity, params, body, reply }) => {
		const token = newToken();
		const share = await reports.share(identity.accountId, params.reportId, tokenHash(token), body.days);
		if (!share) return noSuchReport(reply);
		if (share === "not_finished") {
			return sendError(reply, "not_finished", "This report is not made yet. Please share it once it is completed.");
		}
		if (share === "limit_reached") {
			return sendError(
				reply,
				"limit_reached",
				"This report has as many links as it may. Please end one of them first.",
			);
		}
		return { share, url: new URL(`/shared/${token}`, publicUrl()).href };
	});
	addOperation(app, OPERATIONS.revokeShare, { readSession }, async ({ identity, params, reply }) => {
		if (await reports.revoke(identity.accountId, params.reportId, params.shareId)) return undefined;
		return sendError(reply, "not_found", "There is no such link of yours. It may have been ended already.");
	});
}
