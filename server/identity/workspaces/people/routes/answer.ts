import type { FastifyReply } from "fastify";
import { sendError } from "#server/platform/http/errors.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";

export const answerRefusal = (reply: FastifyReply, { code, message, details }: Refusal): FastifyReply =>
	sendError(reply, code, message, details);

/** An empty answer on success, otherwise the refusal. */
export const answerDone = (reply: FastifyReply, outcome: { ok: true } | Refusal): FastifyReply =>
	outcome.ok ? reply.send() : answerRefusal(reply, outcome);
