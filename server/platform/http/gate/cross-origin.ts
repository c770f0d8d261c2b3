import type { FastifyReply, FastifyRequest } from "fastify";
import { TUS_RESUMABLE, UPLOAD_LENGTH, UPLOAD_METADATA, UPLOAD_OFFSET } from "#contract/evidence/uploads.ts";
import { ACCOUNT, CLIENT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import type { Origins } from "./origins.ts";
import { REQUEST_ID } from "./request-id.ts";

const PREFLIGHT_SECONDS = 600;

/** The listed origin that an API call comes from (CORS_ORIGINS: front ends that run elsewhere). Undefined for all others. */
export function guestOrigin({ url, headers }: FastifyRequest, { isGuestOrigin }: Origins): string | undefined {
	const { origin } = headers;
	return url.startsWith(API_BASE) && origin !== undefined && isGuestOrigin(origin) ? origin : undefined;
}

/** Lets a listed page read the answer. True for a preflight request, which has then been answered. */
export function welcomeGuest(origin: string, { method, headers }: FastifyRequest, reply: FastifyReply): boolean {
	reply.headers({
		"Access-Control-Allow-Origin": origin,
		"Access-Control-Allow-Credentials": "true",
		"Access-Control-Expose-Headers": [
			"ETag",
			"Retry-After",
			"Content-Disposition",
			"Location",
			UPLOAD_OFFSET,
			UPLOAD_LENGTH,
			REQUEST_ID,
		].join(", "),
		Vary: "Origin",
	});
	if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
	reply.headers({
		"Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
		"Access-Control-Allow-Headers": [
			"Content-Type",
			"If-None-Match",
			ACCOUNT,
			WORKSPACE,
			CLIENT,
			IDEMPOTENCY_KEY,
			TUS_RESUMABLE,
			UPLOAD_LENGTH,
			UPLOAD_METADATA,
			UPLOAD_OFFSET,
		].join(", "),
		"Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
	});
	return true;
}
