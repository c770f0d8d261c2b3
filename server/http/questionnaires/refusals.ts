import type { FastifyReply } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import { sendError } from "../errors.ts";

export const KEY_MISMATCH =
	"This Idempotency-Key was already used for another request. Please send it again under a new key.";

export const sendUnknownQuestionnaire = (reply: FastifyReply) =>
	sendError(reply, "not_found", "There is no such questionnaire here. It may belong to another client.");

export const sendTooOften = (reply: FastifyReply, retryAfter: number) =>
	sendError(
		reply,
		"rate_limited",
		`Too many changes were sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was changed.`,
		{ scope: "entry", retryAfter },
	);
