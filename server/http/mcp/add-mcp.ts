import {
	createMcpHandler,
	isLegacyRequest,
	type Server,
	WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { MCP_PATH } from "#contract/routes.ts";
import { sendError } from "../errors.ts";
import { LONG_BODY_BYTES, type Senders } from "../operation.ts";
import { hasAuthorization, identify } from "../session/identity.ts";
import { createMcpServer } from "./mcp-server.ts";

// The SDK loads all of zod, which gives every schema of the process English messages. Ours have their own (errors.ts).
z.config({ localeError: undefined });

const NO_TOKEN =
	"This address is for programs with an API token. Send it as “Authorization: Bearer” and the token. Nothing was done.";
const BATCH = {
	jsonrpc: "2.0",
	id: null,
	error: { code: -32600, message: "Please send one message per request. Nothing was done." },
};

/**
 * The Model Context Protocol over Streamable HTTP, without sessions and streams: each POST is one message, and its answer is JSON.
 * It takes API tokens alone, and answers from the API.
 */
export function addMcp(app: FastifyInstance, senders: Senders): void {
	app.route({
		method: "POST",
		url: MCP_PATH,
		bodyLimit: LONG_BODY_BYTES,
		// Before the body: a stranger's is not read.
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
			return send(reply, await answer(app, request));
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

/** Clients of both generations of the protocol: those that begin with `initialize`, and those that say all with each request. */
async function answer(app: FastifyInstance, request: FastifyRequest): Promise<Response> {
	const { identity, body } = request;
	const token = identity.type === "account" ? identity.token : undefined;
	if (!token) throw new Error("A request without a token came to the MCP endpoint");
	const serve = (): Server => createMcpServer(app, request, token);
	const asked = new Request(`http://mcp.invalid${MCP_PATH}`, { method: "POST", headers: headersOf(request) });
	if (!(await isLegacyRequest(asked, body))) {
		// No one can listen for changes: that needs a stream.
		return createMcpHandler(serve, { legacy: "reject", maxSubscriptions: 0 }).fetch(asked, { parsedBody: body });
	}
	const server = serve();
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
	await server.connect(transport);
	try {
		return await transport.handleRequest(asked, { parsedBody: body });
	} finally {
		await server.close();
	}
}

/** What the protocol itself reads. */
function headersOf({ headers }: FastifyRequest): Headers {
	const read = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-[a-z-]+)$/.test(name));
	return new Headers(read.map(([name, value]) => [name, String(value)]));
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
	reply.code(response.status).header("Cache-Control", "no-store");
	const type = response.headers.get("Content-Type");
	if (type !== null) reply.type(type);
	return reply.send(await response.text());
}
