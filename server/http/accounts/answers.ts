import type { FastifyReply } from "fastify";
import type { Refusal } from "../../accounts/refusal.ts";
import { sendError } from "../errors.ts";

/** Answers with nothing where it was done, and else with why not. */
export const answerDone = (reply: FastifyReply, outcome: { ok: true } | Refusal): FastifyReply =>
	outcome.ok ? reply.send() : answerRefusal(reply, outcome);

export const answerRefusal = (reply: FastifyReply, { code, message, details }: Refusal): FastifyReply =>
	sendError(reply, code, message, details);
