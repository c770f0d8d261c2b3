import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createGuardedFetch } from "#server/identity/sign-on/guarded-fetch.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

const guard: Guard = {
	check: async (target) => ({
		ok: true,
		checked: { target, addresses: [{ address: "127.0.0.1", family: 4 }], ports: [80], listed: true },
	}),
};

/** What the product makes of exactly these bytes, as a provider's answer. */
async function fetchRaw(answer: string | Buffer): Promise<Response> {
	const server = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => socket.end(answer));
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const fetchGuarded = createGuardedFetch({ guard, userAgent: () => "test", limitMs: 10_000 });
	return fetchGuarded(`http://provider.test:${port}/token`, { method: "POST", headers: {}, body: "a=1" });
}

const answerOf = (status: string, body = "{}") =>
	`HTTP/1.1 ${status} Some\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

test("an answer arrives with its status, its type and its text", async () => {
	const response = await fetchRaw(answerOf("400", '{"error":"x"}'));
	expect(response.status).toBe(400);
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(await response.json()).toEqual({ error: "x" });
});

test.each([
	["204", ""],
	["205", "{}"],
	["304", ""],
])("a status that has no body, %s, has none whatever was sent", async (status, body) => {
	const response = await fetchRaw(answerOf(status, body));
	expect(response.status).toBe(Number(status));
	expect(await response.text()).toBe("");
});

test.each(["000", "099", "600", "700", "999"])("a status that HTTP does not have, %s, is a refusal", async (status) => {
	await expect(fetchRaw(answerOf(status))).rejects.toThrow(/provider/);
});

test.each([
	["nothing", ""],
	["no HTTP", "hello\r\n\r\n"],
	["another protocol", "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
	["half an answer", 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a'],
	["more than a provider has to say", answerOf("200", "x".repeat(300_000))],
	["a header that no Response takes", "HTTP/1.1 200 OK\r\ncontent-type: a\u0001b\r\ncontent-length: 0\r\n\r\n"],
])("%s is a refusal", async (_, answer) => {
	await expect(fetchRaw(answer)).rejects.toThrow(/provider/);
});
