import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { UsedToken } from "#server/identity/sessions/identity.ts";
import { refuseToken } from "#server/identity/sessions/refuse-token.ts";
import { site } from "#src/config/site.ts";
import { callTool, type Told } from "./call-tool.ts";
import { bytesOf } from "./shrink.ts";
import { inputOf, readInput } from "./tool-input.ts";
import { NOTICE, TOOLS } from "./tools.ts";

const KNOWN = TOOLS.map((tool) => ({ ...tool, input: inputOf(tool) }));

const INSTRUCTIONS = `Reads findings, controls, evidence and tasks of one workspace of ${site.name}. Nothing can be changed. ${NOTICE}`;

const OUTPUT = {
	type: "object" as const,
	properties: {
		notice: { type: "string" },
		answer: { type: "object", description: "The answer of the API." },
		leftOut: { type: "array", items: { type: "string" }, description: "What is not in the answer." },
	},
	required: ["notice", "answer", "leftOut"],
};

/** A Model Context Protocol server for one request, whose sender has presented a token. */
export function createMcpServer(app: FastifyInstance, request: FastifyRequest, token: UsedToken): Server {
	const server = new Server(
		{ name: site.name.toLowerCase(), title: site.name, version: "1" },
		{ capabilities: { tools: {} }, instructions: INSTRUCTIONS },
	);
	server.setRequestHandler("tools/list", () => ({
		tools: KNOWN.filter(({ operation }) => !refuseToken(token, operation.scope)).map((tool) => ({
			name: tool.name,
			title: tool.title,
			description: `${tool.description} ${NOTICE}`,
			inputSchema: tool.input.json,
			outputSchema: OUTPUT,
			annotations: {
				title: tool.title,
				readOnlyHint: true,
				destructiveHint: false,
				idempotentHint: true,
				openWorldHint: false,
			},
		})),
	}));
	server.setRequestHandler("tools/call", async ({ params }) => {
		const tool = KNOWN.find(({ name }) => name === params.name);
		if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool here.");
		const began = performance.now();
		const result = resultOf(await answer(tool, params.arguments));
		const ms = Math.round(performance.now() - began);
		request.log.info(
			{ tokenId: token.id, tool: tool.name, done: !result.isError, bytes: bytesOf(result), ms },
			"MCP tool answered",
		);
		return result;
	});
	const answer = async (tool: (typeof KNOWN)[number], args: unknown): Promise<Told> => {
		const refused = refuseToken(token, tool.operation.scope);
		if (refused) return { ok: false, message: refused.message };
		const read = readInput(tool.input, args);
		return read.ok ? callTool(app, request, tool, read.given) : read;
	};
	return server;
}

function resultOf(told: Told): CallToolResult {
	if (!told.ok) return { isError: true, content: [{ type: "text", text: told.message }] };
	const { answer, leftOut } = told;
	const structuredContent = { notice: NOTICE, answer, leftOut };
	// As JSON, so that no text in it can pass for a part of ours.
	return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
