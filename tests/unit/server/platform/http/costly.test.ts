import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import type { Cost } from "#contract/operation.ts";
import { createCostly } from "#server/platform/http/costly.ts";
import { until } from "#tests/support/until.ts";

const LIMITS = { most: 50_000_000, asks: "Please send text.", tooLarge: "Nothing was kept." };

/** Work that ends when the test says so, by the name that is sent along. */
function createDesk() {
	const begun: string[] = [];
	const endings = new Map<string, () => void>();
	const waiting = new Map<string, () => void>();
	return {
		begun,
		work: (name: string) => {
			begun.push(name);
			waiting.get(name)?.();
			return new Promise<void>((end) => endings.set(name, end));
		},
		until: async (name: string) => begun.includes(name) || new Promise<void>((heard) => waiting.set(name, heard)),
		end: (name: string) => endings.get(name)?.(),
	};
}

async function start() {
	const app = Fastify();
	const costly = createCostly();
	const desk = createDesk();
	const gone = new Set<string>();
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", (_request, body, done) => done(null, body));
	app.post<{ Params: { cost: Cost; key: string; name: string }; Querystring: { answer?: string } }>(
		"/:cost/:key/:name",
		(request, reply) => {
			const { cost, key, name } = request.params;
			const file = request.headers["content-type"] === undefined ? undefined : LIMITS;
			return costly.run(cost, { request, reply, keys: [key], types: ["text/plain"], file }, async (given) => {
				reply.raw.once("close", () => gone.add(name));
				await desk.work(name);
				return Buffer.alloc(Number(request.query.answer ?? 0) || 1, given?.content ?? "x");
			});
		},
	);
	await app.listen({ host: "127.0.0.1", port: 0 });
	afterAll(() => app.close());
	const { port } = app.server.address() as AddressInfo;
	const open = (path: string, headers: Record<string, string> = {}): [ClientRequest, Promise<IncomingMessage>] => {
		const sent = request({ host: "127.0.0.1", port, method: "POST", path, headers, agent: false });
		// An upload that is refused before its end is cut off.
		sent.on("error", () => undefined);
		const answered = once(sent, "response").then(([answer]) => answer as IncomingMessage);
		answered.catch(() => undefined);
		return [sent, answered];
	};
	const ask = async (path: string, body?: string, headers: Record<string, string> = {}) => {
		const [sent, answered] = open(path, body === undefined ? {} : { "content-type": "text/plain", ...headers });
		sent.end(body);
		const answer = await answered;
		let text = "";
		for await (const chunk of answer) text += chunk;
		return { status: answer.statusCode, retryAfter: answer.headers["retry-after"], text };
	};
	return { desk, gone, open, ask };
}

test("one of a workspace is worked on, two wait, the next is refused, and another workspace has its turn", async () => {
	const { desk, ask } = await start();
	const names = ["one", "two", "three"];
	const begun = names.map((name) => ask(`/work/a/${name}`));
	await desk.until("one");
	const [refused, other] = [ask("/work/a/four"), ask("/work/b/other")];
	expect(await refused).toMatchObject({ status: 503, retryAfter: "5" });
	await desk.until("other");
	expect(desk.begun).toEqual(["one", "other"]);
	for (const name of ["other", ...names]) {
		await desk.until(name);
		desk.end(name);
	}
	expect((await Promise.all([...begun, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("who hangs up while being worked on keeps the turn until the work has ended", async () => {
	const { desk, gone, open, ask } = await start();
	const [sent] = open("/work/a/left");
	sent.end();
	await desk.until("left");
	sent.destroy();
	await until(async () => gone.has("left"), "the server knows");
	const next = ask("/work/a/next");
	const other = ask("/work/b/other");
	await desk.until("other");
	expect(desk.begun).toEqual(["left", "other"]);
	desk.end("left");
	await desk.until("next");
	for (const name of ["next", "other"]) desk.end(name);
	expect((await Promise.all([next, other])).map(({ status }) => status)).toEqual([200, 200]);
});

test("files that never end take neither a turn nor the room of others", async () => {
	const { desk, open, ask } = await start();
	const endless = [1, 2, 3, 4].map((n) => {
		const [sent, answered] = open(`/work/${n % 2 ? "a" : "b"}/endless`, {
			"content-type": "text/plain",
			"content-length": "45000000",
		});
		sent.write("x");
		return { sent, answered };
	});
	// 45 MB each: three of four have room, and none of these gets a turn.
	const statuses = await Promise.race(endless.map(({ answered }) => answered.then(({ statusCode }) => statusCode)));
	expect(statuses).toBe(503);
	const small = ask("/work/c/small", "x".repeat(1_000));
	await desk.until("small");
	desk.end("small");
	expect((await small).status).toBe(200);
	for (const { sent } of endless) sent.destroy();
	const later = ask("/work/a/later", "x");
	await desk.until("later");
	desk.end("later");
	expect((await later).status, "what broke off gave its place back").toBe(200);
});

test("an answer that nobody reads holds its workspace's share and no turn of others, until it is given up", async () => {
	const { desk, open, ask } = await start();
	const paused = ["one", "two", "three"].map((name) => {
		const [sent, answered] = open(`/work/a/${name}?answer=30000000`);
		sent.end();
		return { sent, answered };
	});
	for (const name of ["one", "two", "three"]) {
		await desk.until(name);
		desk.end(name);
	}
	const answers = await Promise.all(paused.map(({ answered }) => answered));
	for (const answer of answers) answer.pause();
	expect((await ask("/work/a/more")).status).toBe(503);
	const other = ask("/work/b/other");
	await desk.until("other");
	desk.end("other");
	expect((await other).status).toBe(200);
	for (const { sent } of paused) sent.destroy();
	const again = async (): Promise<unknown> => {
		const name = `again ${desk.begun.length}`;
		const asked = ask(`/work/a/${encodeURIComponent(name)}`);
		const begun = await Promise.race([desk.until(name).then(() => true), asked.then(() => false)]);
		if (!begun) return again();
		desk.end(name);
		return (await asked).status;
	};
	expect(await again()).toBe(200);
});

test("a stream that is being sent holds a place of its own kind", async () => {
	const { desk, ask } = await start();
	const names = ["one", "two", "three", "four"];
	const streams = names.map((name) => ask(`/stream/a/${name}`));
	for (const name of names) await desk.until(name);
	expect((await ask("/stream/a/five")).status).toBe(503);
	const work = ask("/work/a/work");
	await desk.until("work");
	for (const name of [...names, "work"]) desk.end(name);
	expect((await Promise.all([...streams, work])).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("what is no such file, or too large, is refused in words", async () => {
	const { desk, ask, open } = await start();
	expect(await ask("/work/a/x", "x", { "content-type": "image/png" })).toMatchObject({
		status: 415,
		text: expect.stringContaining("Please send text. Nothing was done."),
	});
	const [sent, answered] = open("/work/a/x", { "content-type": "text/plain", "content-length": "50000001" });
	sent.write("x");
	const answer = await answered;
	expect(answer.statusCode).toBe(413);
	const [text] = await once(answer, "data");
	expect(String(text)).toContain("This file is larger than 50 MB. Nothing was kept.");
	sent.destroy();
	expect(desk.begun).toEqual([]);
});
