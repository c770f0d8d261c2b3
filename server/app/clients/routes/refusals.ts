import type { FastifyReply } from "fastify";
import { sendError } from "#server/platform/http/errors.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";

export const sendUnknownClient = (reply: FastifyReply): FastifyReply =>
	sendError(reply, "client_unknown", "There is no such client in this workspace. It may have been deleted.");

export const sendKeyMismatch = (reply: FastifyReply): FastifyReply =>
	sendError(reply, "idempotency_mismatch", KEY_MISMATCH);

/** Both next to the field and for the request as a whole. */
export const sendFieldError = (
	reply: FastifyReply,
	code: "invalid_body" | "already_exists",
	field: string,
	message: string,
): FastifyReply => sendError(reply, code, message, { fields: [{ field: `/${field}`, message }] });
