import { IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { exchange } from "#server/platform/outgoing/exchange.ts";
import { post } from "#server/platform/outgoing/post.ts";

const servers: Server[] = [];
afterEach(() => {
	vi.restoreAllMocks();
	for (const server of servers.splice(0)) server.close();
});

/** A server that answers every connection with these bytes. */
async function placeOf(answer: string) {
	const server = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => socket.end(answer));
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = new URL(`http://receiver.test:${(server.address() as AddressInfo).port}/`);
	return { url, address: "127.0.0.1", family: 4 } as const;
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
const UPGRADE = "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
const LIMITS = { timeoutMs: 10_000, maxAnswerBytes: 4_096 };

const CLIENTS = {
	exchange: async (answer: string) => exchange(await placeOf(answer), { method: "GET", headers: {}, ...LIMITS }),
	post: async (answer: string) => post(await placeOf(answer), {}, Buffer.from("{}"), LIMITS),
};

describe.each(Object.entries(CLIENTS))("a fault in a listener of %s fails that exchange and nothing else", (_, ask) => {
	const fault = () => {
		throw new Error("a fault of ours");
	};

	test("in the one for the answer's head", async () => {
		const { on } = IncomingMessage.prototype;
		// Node itself listens for other events of an answer.
		const listen = vi.spyOn(IncomingMessage.prototype, "on").mockImplementation(function (
			this: IncomingMessage,
			event,
			heard,
		) {
			return event === "data" ? fault() : on.call(this, event, heard);
		});
		expect(await ask(OK)).toEqual({ status: "failed", why: "connection" });
		expect(listen).toHaveBeenCalledWith("data", expect.anything());
	});

	test("in the one for its end", async () => {
		const concat = vi.spyOn(Buffer, "concat").mockImplementation(fault);
		const answer = await ask(OK);
		concat.mockRestore();
		expect(answer).toEqual({ status: "failed", why: "connection" });
	});

	test("and neither does another protocol, or none", async () => {
		expect(await ask(UPGRADE)).toEqual({ status: "failed", why: "connection" });
		expect(await ask("no HTTP\r\n\r\n")).toEqual({ status: "failed", why: "connection" });
	});
});

test("what is longer than asked for is an answer of nobody's, or is cut", async () => {
	const place = await placeOf(OK);
	const asked = { method: "GET", headers: {}, timeoutMs: 10_000, maxAnswerBytes: 4 } as const;
	expect(await exchange(place, asked)).toEqual({ status: "failed", why: "too-large" });
	expect(await exchange(place, { ...asked, cut: true })).toMatchObject({ status: "answered", body: "hell" });
});
