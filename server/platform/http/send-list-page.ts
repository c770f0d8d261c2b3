import type { FastifyReply, FastifyRequest } from "fastify";
import { sendError } from "./errors.ts";
import { isUnchanged } from "./etag.ts";

/** Answers with a page of a list: 304 if the sender already has it, 400 if the cursor belongs to another list. */
export function sendListPage<T extends object>(
	request: FastifyRequest,
	reply: FastifyReply,
	page: T | "bad_cursor",
): T | FastifyReply {
	if (page === "bad_cursor") {
		const message = "This cursor does not belong to this list. Please start at its first page.";
		return sendError(reply, "invalid_body", message);
	}
	return isUnchanged(request, reply, page) ? reply.code(304).send() : page;
}
