import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { type CheckedAddress, placeOf } from "#server/platform/outgoing/place.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { post } from "#server/platform/outgoing/post.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import { createBadCertificate } from "#server/scanning/practice/bad-certificate.ts";

const LIMITS = { timeoutMs: 10_000, maxAnswerBytes: 4_096 };
const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function listening(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

const receiver = (answer: RequestListener) => listening(createHttp(answer));

/** Answers each lookup with the next of these addresses, like a name whose owner changes it between two lookups. */
function changingResolver(...addresses: string[]) {
	const asked: string[] = [];
	const resolver: Resolver = {
		addresses: async (name) => {
			asked.push(name);
			return { status: "found", addresses: [{ address: addresses[asked.length - 1] ?? "", family: 4 }] };
		},
	};
	return { resolver, asked };
}

const guardOf = (resolver: Resolver, allow = "") =>
	createGuard({ policy: createPolicy({ allow, practicePorts: [] }), resolver, ownAddresses: () => [] });

async function placeAt(port: number, path = "/"): Promise<CheckedAddress> {
	const { resolver } = changingResolver("127.0.0.1", "10.0.0.1");
	const place = await placeOf(`http://hooks.test:${port}${path}`, guardOf(resolver, `hooks.test:${port}`));
	if (place === null || place === "unknown") throw new Error("the guard refused a listed receiver");
	return place;
}

const send = async (port: number, limits = LIMITS) => post(await placeAt(port), {}, Buffer.from("{}"), limits);

test("a body arrives whole, with its headers and under the receiver's name", async () => {
	let got: { host: string | undefined; url: string | undefined; mark: unknown; body: string } | undefined;
	const port = await receiver(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		const { host, "x-mark": mark } = request.headers;
		got = { host, url: request.url, mark, body: Buffer.concat(parts).toString() };
		response.writeHead(202).end("taken");
	});
	const answer = await post(await placeAt(port, "/in?a=1"), { "x-mark": "1" }, Buffer.from("ünï"), LIMITS);
	expect(answer).toEqual({ status: "answered", code: 202, retryAfter: undefined, body: "taken" });
	expect(got).toEqual({ host: `hooks.test:${port}`, url: "/in?a=1", mark: "1", body: "ünï" });
});

test("a redirect is an answer, and what it points at is never asked", async () => {
	let reached = 0;
	const inside = await receiver((_request, response) => {
		reached += 1;
		response.end();
	});
	const port = await receiver((_request, response) => {
		response.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end();
	});
	expect(await send(port)).toMatchObject({ status: "answered", code: 307 });
	expect(reached).toBe(0);
});

test.each([410, 429, 500])("status %i is passed on, with the time to wait", async (code) => {
	const port = await receiver((_request, response) => {
		response.writeHead(code, { "retry-after": "120" }).end();
	});
	expect(await send(port)).toMatchObject({ status: "answered", code, retryAfter: "120" });
});

test("of an answer of 10 MB, the beginning is read and the connection closed", async () => {
	const closed = Promise.withResolvers<boolean>();
	const port = await receiver((_request, response) => {
		response.once("close", () => closed.resolve(response.writableFinished));
		response.end(Buffer.alloc(10_000_000, "x"));
	});
	const answer = await send(port);
	expect(answer).toEqual({ status: "answered", code: 200, retryAfter: undefined, body: "x".repeat(4_096) });
	expect(await closed.promise).toBe(false);
});

test("a receiver that never answers ends at the limit", async () => {
	const port = await receiver(() => undefined);
	expect(await send(port, { ...LIMITS, timeoutMs: 50 })).toEqual({ status: "failed", why: "timeout" });
});

test("an answer whose body never ends counts as the answer it began with", async () => {
	const port = await receiver((_request, response) => {
		response.writeHead(200);
		response.write("begun");
	});
	expect(await send(port, { ...LIMITS, timeoutMs: 500 })).toMatchObject({ status: "answered", code: 200 });
});

test("a connection that is cut is no answer", async () => {
	const port = await receiver((request) => request.socket.destroy());
	expect(await send(port)).toEqual({ status: "failed", why: "connection" });
});

test("a wrong certificate ends it before anything is sent", async () => {
	let reached = 0;
	const { key, cert } = createBadCertificate();
	const server = createHttps({ key, cert, ciphers: "DEFAULT:@SECLEVEL=0" }, () => {
		reached += 1;
	});
	const port = await listening(server);
	const place: CheckedAddress = { url: new URL(`https://hooks.test:${port}/`), address: "127.0.0.1", family: 4 };
	expect(await post(place, {}, Buffer.from("{}"), LIMITS)).toEqual({ status: "failed", why: "certificate" });
	expect(reached).toBe(0);
});

test("a name is looked up once: what it points at afterwards is not connected to", async () => {
	const port = await receiver((_request, response) => response.end());
	const { resolver, asked } = changingResolver("127.0.0.1", "10.0.0.1");
	const place = await placeOf(`http://hooks.test:${port}/`, guardOf(resolver, `hooks.test:${port}`));
	if (place === null || place === "unknown") throw new Error("the guard refused a listed receiver");
	expect(await post(place, {}, Buffer.from("{}"), LIMITS)).toMatchObject({ status: "answered", code: 200 });
	expect(asked).toEqual(["hooks.test"]);
});

test.each(["10.0.0.1", "127.0.0.1", "169.254.169.254"])("a name that points at %s is refused", async (address) => {
	const { resolver } = changingResolver(address);
	expect(await placeOf("https://hooks.example.org/", guardOf(resolver))).toBeNull();
});

test("http is refused unless the operator listed the receiver", async () => {
	expect(await placeOf("http://hooks.example.org/", guardOf(changingResolver("8.8.8.8").resolver))).toBeNull();
	expect(await placeOf("https://hooks.example.org/", guardOf(changingResolver("8.8.8.8").resolver))).toMatchObject({
		address: "8.8.8.8",
	});
});

test("a listed port opens that port and not its neighbor", async () => {
	const guard = () => guardOf(changingResolver("10.0.0.1").resolver, "inside.test:80");
	expect(await placeOf("http://inside.test/", guard())).toMatchObject({ address: "10.0.0.1" });
	expect(await placeOf("https://inside.test/", guard())).toBeNull();
});
