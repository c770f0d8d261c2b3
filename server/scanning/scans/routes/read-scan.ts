import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";

/** The answer for a scan that does not exist, and for another account's, so that the two look the same. */
export const noSuchScan = (reply: FastifyReply): FastifyReply =>
	sendError(reply, "not_found", "There is no such scan. It may have been deleted.");

/** One scan, and what its tool wrote. */
export function addReadScan(app: FastifyInstance, { reader, senders }: ScanRouteDeps): void {
	addOperation(app, OPERATIONS.readScan, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await reader.detail(scope, params.scanId);
		if (!detail) return noSuchScan(reply);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(app, OPERATIONS.readScanRaw, { senders }, async ({ scope, params, reply }) => {
		const content = await reader.raw(scope, params.scanId, params.name);
		if (!content) return sendError(reply, "not_found", "There is no such file. Files are kept for a limited time.");
		// A tool's output contains data from the target: it must never become a page of this origin.
		reply.headers({
			"Content-Disposition": `attachment; filename="${params.name.replace(/[^\w.-]/g, "_")}"`,
			"Content-Security-Policy": "sandbox; default-src 'none'",
		});
		return reply.type("application/octet-stream").send(content);
	});
}
