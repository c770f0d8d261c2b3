import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { MCP_PATH } from "#contract/routes.ts";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import type { TokenMade } from "#contract/tokens/tokens.ts";
import { afterFile } from "../after-file.ts";
import type { apiClient } from "./api-client.ts";

type Caller = { call: ReturnType<typeof apiClient> };

export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Makes an API token. */
export async function makeToken(
	by: Caller,
	scopes: readonly TokenScope[],
	more: Record<string, unknown> = {},
): Promise<TokenMade> {
	const response = await by.call("makeToken", { body: { name: "A model", scopes, endsOn: dayIn(30), ...more } });
	if (response.status !== 201) throw new Error(`makeToken answered ${response.status}: ${await response.text()}`);
	return response.json();
}

/** How a client finds out which generation of the protocol it may speak. */
export const GENERATIONS = ["legacy", "auto"] as const;

/** The protocol's own client, connected with a token. */
export async function connectMcp(
	{ url }: { url: string },
	token: string,
	generation: (typeof GENERATIONS)[number] = "legacy",
): Promise<Client> {
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: generation } });
	const requestInit = { headers: { Authorization: `Bearer ${token}` } };
	await client.connect(new StreamableHTTPClientTransport(new URL(MCP_PATH, url), { requestInit }));
	afterFile(() => client.close());
	return client;
}

type Told = { notice: string; answer: Record<string, unknown>; leftOut: string[] };

/** A tool's answer. */
export async function ask(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
	const result = await client.callTool({ name, arguments: args });
	expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
	const [content] = result.content;
	expect(content?.type === "text" && JSON.parse(content.text)).toEqual(result.structuredContent);
	return result.structuredContent as Told;
}

/** The sentence with which a tool refuses. */
export async function refused(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
	const result = await client.callTool({ name, arguments: args });
	const [content] = result.content;
	expect(result.isError, JSON.stringify(content)).toBe(true);
	return content?.type === "text" ? content.text : "";
}

/** One raw message, without a client. */
export const postMcp = ({ url }: { url: string }, body: unknown, headers: Record<string, string> = {}) =>
	fetch(new URL(MCP_PATH, url), {
		method: "POST",
		headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
