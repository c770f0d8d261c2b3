import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { afterAll, afterEach, expect, test } from "vitest";
import { type ScanProxy, startProxy } from "#server/scanning/engines/shared/proxy/proxy.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";

const seen: IncomingMessage[] = [];
const site = createServer((request, response) => {
	seen.push(request);
	if (request.url === "/silent") return;
	if (request.url === "/large") response.end("x".repeat(100_000));
	else response.end(`hello ${request.url}`);
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const { port } = site.address() as AddressInfo;
afterAll(() => {
	site.closeAllConnections();
	site.close();
});

let proxy: ScanProxy;
afterEach(() => proxy.close());
const start = async (given: Partial<Parameters<typeof startProxy>[0]> = {}) => {
	seen.length = 0;
	proxy = await startProxy({
		// A name that nothing can resolve: it can only go to the checked address.
		target: checkedTarget({ host: "shop.invalid", port, listed: true }),
		ports: [port],
		signal: new AbortController().signal,
		now: () => new Date(0),
		perSecond: 1000,
		...given,
	});
};

/** Sends exactly these bytes to the proxy and returns everything that comes back until it disconnects. */
function say(text: string): Promise<string> {
	return new Promise((resolve) => {
		let said = "";
		const socket = connect(proxy.port, "127.0.0.1", () => socket.write(text));
		socket.on("data", (chunk: Buffer) => {
			said += chunk;
		});
		socket.on("error", () => undefined);
		socket.once("close", () => resolve(said));
	});
}
/** Sends this through a tunnel and ends its own side, and returns what comes back. */
function sayAndEnd(text: string, to = port): Promise<string> {
	return new Promise((resolve) => {
		let said = "";
		const socket = connect({ port: proxy.port, host: "127.0.0.1", allowHalfOpen: true }, () =>
			socket.write(`CONNECT shop.invalid:${to} HTTP/1.1\r\nHost: x\r\n\r\n`),
		);
		socket.once("data", () => socket.end(text));
		socket.on("data", (chunk: Buffer) => {
			said += chunk;
		});
		socket.on("error", () => undefined);
		socket.once("close", () => resolve(said));
	});
}
const get = (url: string, host: string, more = "") =>
	say(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

test("a request for the scan's host goes to the checked address, under its name, and is recorded", async () => {
	await start();
	const answer = await get(
		`http://shop.invalid:${port}/a?token=secret`,
		`shop.invalid:${port}`,
		"Proxy-Connection: x\r\n",
	);
	expect(answer).toMatch(/^HTTP\/1\.1 200 .*hello \/a\?token=secret/s);
	expect(seen[0]?.headers.host).toBe(`shop.invalid:${port}`);
	expect(seen[0]?.headers["proxy-connection"]).toBeUndefined();
	expect(proxy.sent()).toEqual([
		{
			at: "1970-01-01T00:00:00.000Z",
			what: `GET http://shop.invalid:${port}/a?…`,
			address: "127.0.0.1",
			outcome: "200",
		},
	]);
});

test("everything else is refused and counted: other hosts, ports, addresses, schemes, spellings, hosts in the header", async () => {
	await start();
	const own = `shop.invalid:${port}`;
	const attempts: [url: string, host: string][] = [
		["http://other.invalid/", "other.invalid"],
		[`http://shop.invalid:${port + 1}/`, `shop.invalid:${port + 1}`],
		["http://shop.invalid/", "shop.invalid"],
		[`http://127.0.0.1:${port}/`, `127.0.0.1:${port}`],
		[`http://[::1]:${port}/`, `[::1]:${port}`],
		[`http://2130706433:${port}/`, `2130706433:${port}`],
		[`http://user@shop.invalid:${port}/`, own],
		[`http://shop.invalid:${port}@other.invalid/`, own],
		[`http://shop.invalid.:${port}/`, own],
		[`https://shop.invalid:${port}/`, own],
		["/", own],
		[`http://${own}/`, "internal.invalid"],
		[`http://${own}/`, `${own}.other.invalid`],
	];
	for (const [url, host] of attempts) expect(await get(url, host), `${url} ${host}`).toMatch(/^HTTP\/1\.1 403 /);
	for (const where of [`127.0.0.1:${port}`, "shop.invalid:22", `other.invalid:${port}`, `shop.invalid:0${port}`])
		expect(await say(`CONNECT ${where} HTTP/1.1\r\nHost: ${where}\r\n\r\n`), where).toMatch(/^HTTP\/1\.1 403 /);
	expect(seen).toHaveLength(0);
	expect(proxy.counts()).toEqual({ forwarded: 0, unanswered: 0, refused: attempts.length + 4 });
});

test("a message with two lengths, or two hosts, never reaches the target", async () => {
	await start();
	const own = `shop.invalid:${port}`;
	const first = `POST http://${own}/ HTTP/1.1\r\nHost: ${own}\r\n`;
	await say(`${first}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`);
	await say(`${first}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`);
	await say(`${first}Host: internal.invalid\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
	expect(seen).toHaveLength(0);
});

test("a tunnel leads to the checked address, and closing the proxy ends it", async () => {
	await start();
	const said = say(
		`CONNECT shop.invalid:${port} HTTP/1.1\r\nHost: x\r\n\r\nGET /in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
	);
	expect(await said).toMatch(/200 Connection established.*hello \/in/s);
});

test("a tool that has said everything and ends its side is answered, though its turn has yet to come", async () => {
	await start({ perSecond: 10 });
	const own = `shop.invalid:${port}`;
	const answers = await Promise.all(
		[1, 2, 3].map((n) => sayAndEnd(`GET /${n} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)),
	);
	expect(answers).toEqual([1, 2, 3].map((n) => expect.stringContaining(`hello /${n}`)));
	expect(proxy.counts()).toEqual({ forwarded: 3, unanswered: 0, refused: 0 });
	expect(proxy.sent().map(({ what, outcome }) => [what, outcome])).toEqual(
		Array.from({ length: 3 }, () => [`Connection to ${own}`, "open"]),
	);
});

test("a tunnel counts as unanswered if the target was asked and said nothing, and not if it broke off or was not used", async () => {
	const rude = createTcpServer((socket) =>
		socket
			.on("error", () => undefined)
			.on("data", (chunk) => {
				if (chunk.toString() === "silence") socket.resetAndDestroy();
				else socket.write("half", () => socket.resetAndDestroy());
			}),
	);
	await new Promise<void>((resolve) => rude.listen(0, "127.0.0.1", resolve));
	const { port: at } = rude.address() as AddressInfo;
	await start({ target: checkedTarget({ host: "shop.invalid", port: at, listed: true }), ports: [at] });
	for (const said of ["silence", "speak", ""]) await sayAndEnd(said, at);
	rude.close();
	expect(proxy.counts()).toEqual({ forwarded: 3, unanswered: 1, refused: 0 });
	expect(proxy.sent().map(({ outcome }) => outcome)).toEqual(["connection failed", "open", "open"]);
});

test("we give up on a silent target, a large answer is cut off, and an abort closes what is open", async () => {
	const cancel = new AbortController();
	await start({ silenceMs: 100, answerBytes: 50_000, signal: cancel.signal });
	const own = `shop.invalid:${port}`;
	expect(await get(`http://${own}/silent`, own)).toMatch(/^HTTP\/1\.1 504 /);
	// The tool takes that for the target's own answer.
	expect(proxy.counts()).toEqual({ forwarded: 1, unanswered: 1, refused: 0 });
	expect((await get(`http://${own}/large`, own)).length).toBeLessThan(60_000);
	const waiting = say(`CONNECT ${own} HTTP/1.1\r\nHost: x\r\n\r\n`);
	cancel.abort();
	await waiting;
});

test("requests wait for their turn", async () => {
	await start({ perSecond: 20 });
	const own = `shop.invalid:${port}`;
	const began = performance.now();
	await Promise.all([1, 2, 3, 4, 5].map((n) => get(`http://${own}/${n}`, own)));
	expect(performance.now() - began).toBeGreaterThan(190);
});
