import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { afterFile } from "../../support/after-file.ts";
import { startBalancer } from "../../support/deploy/balancer.ts";
import { freePort } from "../../support/free-ports.ts";

async function listen(answer: RequestListener): Promise<number> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	afterFile(async () => {
		server.closeAllConnections();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}

async function balance(ports: readonly number[]): Promise<string> {
	const { url, stop } = await startBalancer(0, ports);
	afterFile(stop);
	return url;
}

test("processes get requests in turn, and one that refuses connections is passed over without losing a body", async () => {
	const name = (own: string) =>
		listen(async (request, response) => {
			const parts = await request.toArray();
			response.end(`${own} ${Buffer.concat(parts)} for ${request.headers["x-forwarded-for"]}`);
		});
	const url = await balance([await name("one"), await freePort(), await name("two")]);
	const answers: string[] = [];
	for (const body of ["a", "b", "c", "d"]) {
		answers.push(await (await fetch(url, { method: "POST", body })).text());
	}
	expect(answers.map((answer) => answer.slice(0, 5))).toEqual(["one a", "two b", "one c", "two d"]);
	expect(answers[0]).toMatch(/ for (127\.0\.0\.1|::ffff:127\.0\.0\.1|::1)$/);
});

test("an event arrives while its stream stays open, and the process hears when the reader leaves", async () => {
	const left = Promise.withResolvers<void>();
	const port = await listen((_request, response) => {
		response.writeHead(200, { "Content-Type": "text/event-stream" });
		response.write("data: first\n\n");
		response.once("close", left.resolve);
	});
	const leaving = new AbortController();
	const stream = await fetch(await balance([port]), { signal: leaving.signal });
	const { value } = (await stream.body?.getReader().read()) ?? {};
	expect(new TextDecoder().decode(value)).toBe("data: first\n\n");
	leaving.abort();
	await left.promise;
});

test("without a process that answers, it says so", async () => {
	expect((await fetch(await balance([await freePort()]))).status).toBe(502);
});
