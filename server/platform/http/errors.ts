import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ApiError, ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import { waitText } from "#contract/format/duration.ts";
import { isDatabaseAway } from "../db/is-away.ts";
import { ObjectStoreError } from "../files/object-store.ts";
import { PaperGaveUp } from "../paper/paper-gave-up.ts";
import { NotThere } from "../refusals/not-there.ts";
import { REQUEST_ID } from "./gate/request-id.ts";

/** The message of a check that has none of its own (zod/mini has no messages). */
const NO_MESSAGE = "Invalid input";

/** Answers in the one shape that all errors have. `Retry-After` comes from `details.retryAfter`, so the two never differ. */
export function sendError(
	reply: FastifyReply,
	code: ErrorCode,
	message: string,
	details?: Record<string, unknown>,
): FastifyReply {
	if (typeof details?.retryAfter === "number") reply.header("Retry-After", String(details.retryAfter));
	const challenge = challengeOf(code, details);
	if (challenge !== undefined) reply.header("WWW-Authenticate", challenge);
	const body: ApiError = { code, message, ...(details && { details }) };
	reply.header("Cache-Control", "no-store");
	return reply.code(ERROR_STATUS[code]).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** For records that members create, which have an hourly limit. */
export const sendTooOften = (reply: FastifyReply, retryAfter: number): FastifyReply =>
	sendError(
		reply,
		"rate_limited",
		`Too many changes were sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was changed.`,
		{ scope: "entry", retryAfter },
	);

/**
 * What a 401, and a 403 about a token's scopes, says about how to sign in (RFC 9110, 11.6.1; RFC 6750, 3). Browsers do not prompt for
 * `Bearer`.
 */
function challengeOf(code: ErrorCode, details: Record<string, unknown> | undefined): string | undefined {
	const realm = 'Bearer realm="plumbline"';
	if (code === "invalid_token") return `${realm}, error="invalid_token"`;
	if (code === "insufficient_scope") {
		const scope = typeof details?.scope === "string" ? `, scope="${details.scope}"` : "";
		return `${realm}, error="insufficient_scope"${scope}`;
	}
	return ERROR_STATUS[code] === 401 ? realm : undefined;
}

/** The one place where exceptions become answers. Internal details stay in the log, under the request's id. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof NotThere) return sendError(reply, "not_found", error.message);
	const known = knownError(error);
	if (known) return sendError(reply, known.code, known.message, known.details);
	const id = request.id;
	request.log.error({ error, route: request.routeOptions.url }, "request failed");
	reply.header(REQUEST_ID, id);
	if (isDatabaseAway(error) || error.name === "BusyError") {
		return sendError(reply, "unavailable", "The service is busy or restarting. Please try again in a few seconds.", {
			retryAfter: 5,
		});
	}
	if (error instanceof PaperGaveUp) return sendError(reply, "limit_reached", error.message);
	if (error instanceof ObjectStoreError) return answerStoreError(error, request, reply);
	return sendError(
		reply,
		"internal",
		`Something went wrong on our side. Please try again. If it keeps happening, send us this number: ${id}.`,
	);
}

/** Only files wait for their store: a device continues with everything else (`scope: "entry"`). */
function answerStoreError({ because }: ObjectStoreError, { id }: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (because === "lost") {
		return sendError(
			reply,
			"internal",
			`This file could not be read from where it is stored. Nothing was changed. Please send us this number: ${id}.`,
		);
	}
	return sendError(
		reply,
		"unavailable",
		"Files can’t be stored or read right now. What has arrived is kept. Please try again in a minute.",
		{ scope: "entry", retryAfter: 30 },
	);
}

type Known = { code: ErrorCode; message: string; details?: Record<string, unknown> };

function knownError(error: FastifyError): Known | undefined {
	if (error.validation) {
		const texts = error.validation.map(({ message }) => message ?? NO_MESSAGE);
		const own = texts.find((text) => text !== NO_MESSAGE);
		const message = own ?? "This request must have the fields that this call takes, and no others.";
		const fields = error.validation.map(({ instancePath, message }) => ({ field: instancePath, message }));
		return { code: "invalid_body", message, details: { fields } };
	}
	switch (error.code) {
		case "FST_ERR_CTP_BODY_TOO_LARGE":
			return { code: "payload_too_large", message: "This request is too large for this call." };
		case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
			return { code: "unsupported_media_type", message: "Please send JSON, with Content-Type: application/json." };
		case "FST_ERR_CTP_EMPTY_JSON_BODY":
		case "FST_ERR_CTP_INVALID_JSON_BODY":
			return { code: "invalid_body", message: "The body of this request is not valid JSON." };
		// PostgreSQL: a NUL character in a text, or in JSON.
		case "22021":
		case "22P05":
			return { code: "invalid_body", message: "This request contains a character that cannot be stored." };
		// PostgreSQL: a date such as February 30, or one before its calendar starts.
		case "22008":
			return { code: "invalid_body", message: "This request contains a date that does not exist." };
	}
	// PostgreSQL: half of a surrogate pair in JSON. Any other error with this code would be our fault.
	if (error.code === "22P02" && error.message.includes("type json")) {
		return { code: "invalid_body", message: "This request contains a character that cannot be stored." };
	}
	// Errors from the framework that the sender caused, such as a malformed path.
	if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
		return error.statusCode === 404
			? { code: "not_found", message: "There is nothing at this address." }
			: { code: "invalid_body", message: "This request could not be read." };
	}
	return undefined;
}
