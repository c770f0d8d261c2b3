import type { FastifyReply } from "fastify";
import { sendError } from "#server/platform/http/errors.ts";

export const sendUnknownQuestionnaire = (reply: FastifyReply) =>
	sendError(reply, "not_found", "There is no such questionnaire here. It may belong to another client.");
