import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exchange } from "#server/outgoing/exchange.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, wildText } from "#tests/support/fuzz/wild.ts";

/** In a run of the tests; `npm run fuzz` sends ten times as many. */
const ANSWERS = 1_000;
const MOST_BYTES = 4_096;

let next = Buffer.alloc(0);
const server = createServer((socket) => {
	socket.on("error", () => {});
	socket.once("data", () => socket.end(next));
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
afterFile(async () => void server.close());
const url = new URL(`http://foreign.test:${(server.address() as AddressInfo).port}/`);
const place = { url, address: "127.0.0.1", family: 4 } as const;

const stray: unknown[] = [];
const note = (error: unknown) => void stray.push(error);
process.on("unhandledRejection", note);
afterFile(async () => void process.off("unhandledRejection", note));

const BODY = '{"keys":[],"issuer":"https://a.example"}';
const SOUND = [
	`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
	`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
	"HTTP/1.1 302 Found\r\nLocation: https://b.example/\r\nContent-Length: 0\r\n\r\n",
	"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n",
	"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
	"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
];

const answer = fc
	.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...SOUND).chain(mutated) },
		{
			weight: 2,
			arbitrary: fc
				.tuple(fc.oneof(fc.integer({ min: -1, max: 1_100 }), fc.nat()), wildText, wildText, fc.nat(10_000))
				.map(([code, name, value, length]) => `HTTP/1.1 ${code} X\r\n${name}: ${value}\r\n\r\n${"x".repeat(length)}`),
		},
		{ weight: 1, arbitrary: wildText },
	)
	.chain((text) =>
		fc.constantFrom<BufferEncoding>("utf8", "latin1", "utf16le").map((encoding) => Buffer.from(text, encoding)),
	);

test("whatever a foreign server answers is an answer within its limits or a failure, and no rejection is left over", async () => {
	const property = fc.asyncProperty(answer, fc.boolean(), async (bytes, cut) => {
		next = bytes;
		const given = await exchange(place, {
			method: "GET",
			headers: {},
			timeoutMs: 10_000,
			maxAnswerBytes: MOST_BYTES,
			cut,
		});
		if (given.status === "failed") {
			expect(given.why).not.toBe("timeout");
			return;
		}
		expect(Buffer.byteLength(given.body)).toBeLessThanOrEqual(MOST_BYTES * 3);
		expect(Number.isInteger(given.code)).toBe(true);
	});
	await fuzz(property, { runs: ANSWERS });
	expect(stray).toEqual([]);
}, 300_000);
