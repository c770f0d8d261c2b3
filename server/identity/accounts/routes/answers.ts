import type { FastifyReply } from "fastify";
import { sendError } from "#server/platform/http/errors.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";

/** An empty answer on success, otherwise the refusal. */
export const answerDone = (reply: FastifyReply, outcome: { ok: true } | AccessRefusal): FastifyReply =>
	outcome.ok ? reply.send() : answerRefusal(reply, outcome);

export const answerRefusal = (reply: FastifyReply, { code, message, details }: AccessRefusal): FastifyReply =>
	sendError(reply, code, message, details);
