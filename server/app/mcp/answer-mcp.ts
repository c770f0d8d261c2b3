import {
	createMcpHandler,
	isLegacyRequest,
	type Server,
	WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { MCP_PATH } from "#contract/routes.ts";
import { createMcpServer } from "./mcp-server.ts";

// The SDK loads all of zod, which gives every schema in the process English messages. Ours have their own (errors.ts).
z.config({ localeError: undefined });

/** Clients of both generations of the protocol: those that start with `initialize`, and those that send everything with each request. */
export async function answerMcp(app: FastifyInstance, request: FastifyRequest): Promise<Response> {
	const { identity, body } = request;
	const token = identity.type === "account" ? identity.token : undefined;
	if (!token) throw new Error("A request without a token came to the MCP endpoint");
	const serve = (): Server => createMcpServer(app, request, token);
	const asked = new Request(`http://mcp.invalid${MCP_PATH}`, { method: "POST", headers: headersOf(request) });
	if (!(await isLegacyRequest(asked, body))) {
		// Nobody can listen for changes: that needs a stream.
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

/** The part that the protocol itself reads. */
function headersOf({ headers }: FastifyRequest): Headers {
	const read = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-[a-z-]+)$/.test(name));
	return new Headers(read.map(([name, value]) => [name, String(value)]));
}
