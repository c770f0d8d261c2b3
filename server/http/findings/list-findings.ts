import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { sendError } from "../errors.ts";
import { isUnchanged } from "../etag.ts";
import { addOperation } from "../operation.ts";
import type { FindingParts } from "./finding-parts.ts";

/** The answer for a finding that is not there, and for one that is somebody else's: nobody learns which. */
export const NO_SUCH_FINDING = "There is no such finding among yours. Its host may have been removed.";

/** `findings/`, one of them, and `findings/overview/`. */
export function addListFindings(app: FastifyInstance, { reader, readSession }: FindingParts): void {
	addOperation(app, OPERATIONS.listFindings, { readSession }, async ({ identity, query, request, reply }) => {
		const page = await reader.page(identity.accountId, query);
		if (page === "bad_cursor") {
			return sendError(reply, "invalid_body", "That is no cursor of this list. Please begin at its first page.");
		}
		return isUnchanged(request, reply, page) ? reply.code(304).send() : page;
	});
	addOperation(app, OPERATIONS.findingsOverview, { readSession }, async ({ identity, request, reply }) => {
		const overview = await reader.overview(identity.accountId);
		return isUnchanged(request, reply, overview) ? reply.code(304).send() : overview;
	});
	addOperation(app, OPERATIONS.readFinding, { readSession }, async ({ identity, params, request, reply }) => {
		const detail = await reader.detail(identity.accountId, params.fingerprint);
		if (!detail) return sendError(reply, "not_found", NO_SUCH_FINDING);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
}
