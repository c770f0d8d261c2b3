import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { sendError } from "../errors.ts";
import { isUnchanged } from "../etag.ts";
import { addOperation } from "../operation.ts";
import type { ScanParts } from "./scan-parts.ts";

/** `scans/` and `scans/overview/`: what an account has. */
export function addListScans(app: FastifyInstance, { reader, readSession }: ScanParts): void {
	addOperation(app, OPERATIONS.listScans, { readSession }, async ({ identity, query, request, reply }) => {
		const page = await reader.page(identity.accountId, query);
		if (page === "bad_cursor") {
			return sendError(reply, "invalid_body", "That is no cursor of this list. Please begin at its first page.");
		}
		return isUnchanged(request, reply, page) ? reply.code(304).send() : page;
	});
	addOperation(app, OPERATIONS.scansOverview, { readSession }, async ({ identity, request, reply }) => {
		const overview = await reader.overview(identity.accountId);
		return isUnchanged(request, reply, overview) ? reply.code(304).send() : overview;
	});
}
