import type { FastifyInstance } from "fastify";
import { MCP_PATH } from "#contract/routes.ts";
import { hasAuthorization, identify } from "#server/identity/sessions/identity.ts";
import { LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";

const NO_TOKEN =
	"This address is for programs with an API token. Send it as “Authorization: Bearer” and the token. Nothing was done.";
const BATCH = {
	jsonrpc: "2.0",
	id: null,
	error: { code: -32600, message: "Please send one message per request. Nothing was done." },
};

/**
 * The Model Context Protocol over Streamable HTTP, without sessions and streams: each POST is one message, and its answer is JSON. It
 * accepts only API tokens, and answers from the API.
 */
export function addMcp(app: FastifyInstance, senders: Senders): void {
	app.route({
		method: "POST",
		url: MCP_PATH,
		bodyLimit: LONG_BODY_BYTES,
		// Before the body: a stranger's body is not read.
		async onRequest(request, reply) {
			if (!hasAuthorization(request)) return sendError(reply, "sign_in_required", NO_TOKEN);
			const identity = await identify(request, senders.session);
			if ("code" in identity) return sendError(reply, identity.code, identity.message, identity.details);
			if (identity.type === "anonymous" || !identity.token) return sendError(reply, "sign_in_required", NO_TOKEN);
			const refused = await senders.countCall(identity.token);
			if (refused) return sendError(reply, refused.code, refused.message, refused.details);
			request.identity = identity;
		},
		async handler(request, reply) {
			if (Array.isArray(request.body)) return reply.code(400).send(BATCH);
			// The SDK takes 33 MB and a tenth of a second to load, and many servers never get such a request.
			const { answerMcp } = await import("./answer-mcp.ts");
			const response = await answerMcp(app, request);
			reply.code(response.status).header("Cache-Control", "no-store");
			const type = response.headers.get("Content-Type");
			if (type !== null) reply.type(type);
			return reply.send(await response.text());
		},
	});
	app.route({
		method: ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"],
		url: MCP_PATH,
		async handler(_request, reply) {
			reply.header("Allow", "POST");
			return sendError(reply, "method_not_allowed", "This address takes POST.");
		},
	});
}
