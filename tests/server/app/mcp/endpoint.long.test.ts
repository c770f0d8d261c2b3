import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { API_BASE, MCP_PATH } from "#contract/routes.ts";
import { TOKEN_SCOPES } from "#contract/tokens/token-scopes.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { sendRaw } from "#tests/support/fuzz/send-raw.ts";
import { mutated, wildJson, wildText } from "#tests/support/fuzz/wild.ts";
import { refusalOf } from "#tests/support/server/api-client.ts";
import { connectMcp, dayIn, makeToken, postMcp } from "#tests/support/server/mcp.ts";
import { createOwner } from "#tests/support/server/people.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";

const lines: string[] = [];
const log = createLogger("debug", { write: (line) => void lines.push(line) });
const server = await startTestServer({ env: { LIMIT_TOKEN_CALLS: "100000" }, parts: { log } });
const { pool } = server.database;
const owner = await createOwner(server);
const made = await makeToken(owner, TOKEN_SCOPES);
const bearing = { Authorization: `Bearer ${made.token}` };

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const callOf = (name: string, args: unknown = {}) => ({
	jsonrpc: "2.0",
	id: 1,
	method: "tools/call",
	params: { name, arguments: args },
});
const post = (body: unknown, headers: Record<string, string> = {}) => postMcp(server, body, { ...bearing, ...headers });

describe("who may ask", () => {
	test("a token in the header, and nothing else", async () => {
		expect((await post(LIST)).status).toBe(200);
		const nothing = await postMcp(server, LIST);
		expect(nothing.headers.get("WWW-Authenticate")).toBe('Bearer realm="plumbline"');
		expect(await refusalOf(nothing)).toMatchObject({ status: 401, code: "sign_in_required" });
		expect((await postMcp(server, LIST, { Cookie: owner.cookie })).status).toBe(401);
		for (const name of ["token", "access_token", "authorization"]) {
			const inAddress = await fetch(new URL(`${MCP_PATH}?${name}=${made.token}`, server.url), {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify(LIST),
			});
			expect(inAddress.status, name).toBe(401);
		}
		expect((await postMcp(server, LIST, { Authorization: made.token })).status).toBe(401);
		expect((await postMcp(server, LIST, { ...bearing, "Plumbline-Account": "anonymous" })).status).toBe(401);
	});

	test("no revoked, expired or unknown token", async () => {
		const reasonOf = async (token: string) => {
			const answer = await postMcp(server, LIST, { Authorization: `Bearer ${token}` });
			expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
			return (await refusalOf(answer)).details?.reason;
		};
		const revoked = await makeToken(owner, ["tasks:read"]);
		await owner.call("revokeToken", { params: { tokenId: revoked.id } });
		expect(await reasonOf(revoked.token)).toBe("revoked");
		const expired = await makeToken(owner, ["tasks:read"]);
		await pool.query("UPDATE api_tokens SET ends_on = $2 WHERE id = $1", [expired.id, dayIn(-1)]);
		expect(await reasonOf(expired.token)).toBe("expired");
		const gone = await makeToken(owner, ["tasks:read"]);
		await pool.query("DELETE FROM api_tokens WHERE id = $1", [gone.id]);
		expect(await reasonOf(gone.token)).toBe("unknown");
		await expect(connectMcp(server, revoked.token)).rejects.toThrow();
	});

	test("no page of another site, and no other name of this server", async () => {
		const foreign = await post(LIST, { Origin: "https://evil.example" });
		expect(await refusalOf(foreign)).toMatchObject({ status: 403, code: "cross_origin" });
		expect((await post(LIST, { Origin: server.publicUrl })).status).toBe(200);
		const headers = { ...bearing, "Content-Type": "application/json", Host: "evil.example" };
		const rebound = await sendRaw(server.url, {
			method: "POST",
			path: MCP_PATH,
			headers,
			body: Buffer.from(JSON.stringify(LIST)),
		});
		expect(rebound.status).toBe(421);
	});

	test("no token for a workspace that is not its own", async () => {
		const other = await createOwner(server);
		const answer = await post(callOf("list_tasks"), { "Plumbline-Workspace": other.workspaceId });
		expect(await answer.json()).toMatchObject({ result: { isError: true } });
	});
});

test("behind a proxy with https it reads as well, and plain http is refused and led nowhere", async () => {
	const env = { PUBLIC_URL: "https://scan.example.com", TRUST_PROXY: "on" };
	const behind = await startTestServer({ database: server.database, env });
	const ask = (protocol: string) =>
		postMcp(behind, callOf("list_tasks"), {
			...bearing,
			"X-Forwarded-Host": "scan.example.com",
			"X-Forwarded-Proto": protocol,
			"X-Forwarded-For": "203.0.113.7",
		});
	expect(await (await ask("https")).json()).toMatchObject({ result: { structuredContent: { leftOut: [] } } });
	expect(await refusalOf(await ask("http"))).toMatchObject({ status: 421, code: "misdirected" });
});

test("only POST is served", async () => {
	for (const method of ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
		const answer = await fetch(new URL(MCP_PATH, server.url), { method, headers: bearing });
		expect(answer.status, method).toBe(405);
		expect(answer.headers.get("Allow")).toBe("POST");
	}
});

describe("a message that is none", () => {
	test.each([
		["JSON that is cut off", '{"jsonrpc":', 400],
		["nothing", "", 400],
		["null", "null", 400],
		["a text", '"tools/list"', 400],
		["an empty object", {}, 400],
		["a batch", [LIST, LIST], 400],
		["an empty batch", [], 400],
		["another JSON-RPC", { ...LIST, jsonrpc: "1.0" }, 400],
		["a method as a number", { ...LIST, method: 1 }, 400],
	])("%s is refused", async (_what, body, status) => {
		const answer = await post(body);
		expect(answer.status).toBe(status);
		expect(await answer.json()).toSatisfy((said) => "error" in said || "code" in said);
	});

	test("a message of nothing but depth is answered, and the next one too", async () => {
		const nested = `${'{"a":'.repeat(10_000)}0${"}".repeat(10_000)}`;
		const call = (args: string) =>
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_findings","arguments":${args}}}`;
		for (const body of [
			call(nested),
			call(`{"q":${nested}}`),
			`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${nested}}`,
			`{"jsonrpc":"2.0","id":${nested},"method":"tools/list"}`,
			call(`{"q":${"[".repeat(25_000)}${"]".repeat(25_000)}}`),
		]) {
			expect((await post(body)).status).toBeLessThan(500);
		}
		expect((await post(LIST)).status).toBe(200);
	});

	test("a method that is unknown says so", async () => {
		const answer = await post({ ...LIST, method: "resources/write" });
		expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32601 } });
	});

	test("a version of the protocol that is unknown is refused", async () => {
		expect((await post(LIST, { "MCP-Protocol-Version": "1999-01-01" })).status).toBe(400);
		expect((await post(LIST, { "MCP-Protocol-Version": "2025-06-18" })).status).toBe(200);
	});

	test("a client that takes no JSON, or sends none, is refused", async () => {
		expect((await post(LIST, { Accept: "text/html" })).status).toBe(406);
		expect((await post(LIST, { "Content-Type": "text/plain" })).status).toBe(415);
	});

	test("a notification has no answer", async () => {
		const answer = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
		expect(answer.status).toBe(202);
		expect(await answer.text()).toBe("");
	});

	test("no one can hold a stream open", async () => {
		const meta = {
			"io.modelcontextprotocol/protocolVersion": "2026-07-28",
			"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
			"io.modelcontextprotocol/clientCapabilities": {},
		};
		const listen = {
			...LIST,
			method: "subscriptions/listen",
			params: { notifications: { toolsListChanged: true }, _meta: meta },
		};
		const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen" };
		const answer = await post(listen, headers);
		expect(answer.headers.get("Content-Type")).toContain("application/json");
		expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("limit") } });
	});
});

/** The response when only the head of a request is sent, and nothing of its body. */
const headOnly = (headers: Record<string, string>): Promise<string> =>
	new Promise((resolve, reject) => {
		const { hostname, port, host } = new URL(server.url);
		const socket = connect(Number(port), hostname);
		const head = Object.entries({ Host: host, "Content-Type": "application/json", ...headers });
		socket.write(`POST ${MCP_PATH} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
		socket.on("data", (chunk) => {
			resolve(String(chunk).split("\r\n")[0] ?? "");
			socket.destroy();
		});
		socket.on("error", reject);
	});

test("ten megabytes are refused before they are sent, and so is a stranger's body", async () => {
	const size = { "Content-Length": String(10 * 1_024 * 1_024) };
	expect(await headOnly({ ...bearing, ...size })).toContain("413");
	expect(await headOnly(size)).toContain("401");
	expect(await headOnly({ "Content-Length": "10" })).toContain("401");
	const sent = await post({ ...callOf("list_tasks"), padding: "x".repeat(10 * 1_024 * 1_024) }).catch(() => undefined);
	expect(sent?.status ?? 413).toBe(413);
});

test("a token that asks too often has to wait, whatever it asks", async () => {
	const slow = await startTestServer({ env: { LIMIT_TOKEN_CALLS: "4" } });
	const { token } = await makeToken(await createOwner(slow), ["tasks:read"]);
	const headers = { Authorization: `Bearer ${token}` };
	// A tool calls the API, so it counts twice.
	expect((await postMcp(slow, callOf("list_tasks"), headers)).status).toBe(200);
	expect((await postMcp(slow, LIST, headers)).status).toBe(200);
	const last = await (await postMcp(slow, callOf("list_tasks"), headers)).json();
	expect(last).toMatchObject({ result: { isError: true, content: [{ text: expect.stringContaining("too often") }] } });
	const refused = await postMcp(slow, LIST, headers);
	expect(await refusalOf(refused)).toMatchObject({ status: 429, code: "rate_limited" });
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("whatever is sent, the answer is a refusal or JSON, and no fault of ours", async () => {
	lines.length = 0;
	const message = fc.record({
		jsonrpc: fc.oneof(fc.constant("2.0"), wildJson),
		id: fc.oneof(fc.nat(), wildText, fc.constant(null), wildJson),
		method: fc.oneof(fc.constantFrom("tools/list", "tools/call", "initialize", "ping", "server/discover"), wildText),
		params: fc.oneof(
			fc.record({
				name: fc.oneof(fc.constantFrom("list_findings", "list_controls", "read_task", "__proto__"), wildText),
				arguments: fc.oneof(
					wildJson,
					fc.record({ q: wildText, host: wildText, cursor: wildText, title: wildText }, { requiredKeys: [] }),
					fc.record({ taskId: wildText }),
				),
			}),
			wildJson,
		),
	});
	const body = fc.oneof(
		{ weight: 4, arbitrary: message.map((one) => JSON.stringify(one)) },
		wildJson.map((one) => JSON.stringify(one) ?? ""),
		mutated(JSON.stringify(callOf("list_tasks", { limit: 3 }))),
		fc.constant(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${"[".repeat(9_000)}${"]".repeat(9_000)}}`),
	);
	const version = fc.constantFrom(undefined, "2025-06-18", "2026-07-28", "x");
	await fuzz(
		fc.asyncProperty(body, version, async (sent, protocol) => {
			const answer = await sendRaw(server.url, {
				method: "POST",
				path: MCP_PATH,
				headers: {
					...bearing,
					"Content-Type": "application/json",
					Accept: "application/json, text/event-stream",
					...(protocol && { "MCP-Protocol-Version": protocol }),
				},
				body: Buffer.from(sent),
			});
			expect(answer.status, answer.text).toBeLessThan(500);
			if (answer.text !== "") JSON.parse(answer.text);
			expect(answer.text).not.toMatch(/node_modules|\.ts:\d+/);
			const faults = lines.splice(0).filter((line) => JSON.parse(line).level >= 50);
			expect(faults).toEqual([]);
		}),
		{ runs: 400 },
	);
});

test("the secret is in no line of the log and in no answer", async () => {
	lines.length = 0;
	const answers = [
		await post(LIST),
		await post(callOf("list_tasks", { q: made.token })),
		await post(callOf(made.token)),
		await postMcp(server, LIST, { Authorization: `Bearer ${made.token}x` }),
	];
	const texts = await Promise.all(answers.map((answer) => answer.text()));
	expect(lines.length).toBeGreaterThan(0);
	for (const text of [...lines, ...texts]) expect(text).not.toContain(made.token.slice(8, -1));
});

test("it is no operation of the API, which describes itself elsewhere", async () => {
	const described = await (await fetch(new URL(`${API_BASE}openapi.json`, server.url))).text();
	expect(described).not.toContain(MCP_PATH);
});
