import { createSocket } from "node:dgram";
import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createS3Store } from "#server/assurance/uploads/s3/s3-store.ts";
import { ObjectStoreError } from "#server/platform/files/object-store.ts";
import { exchange } from "#server/platform/outgoing/exchange.ts";
import { createDnsRecords } from "#server/scanning/engines/baseline/gather/dns/dns-records.ts";
import { LIMITS, startSession } from "#server/scanning/engines/baseline/gather/session.ts";
import { readPage } from "#server/scanning/engines/baseline/gather/web/read-page.ts";
import { request } from "#server/scanning/engines/baseline/gather/web/request.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { readerOfOneScan } from "#tests/support/engines/readers.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, wildText } from "#tests/support/fuzz/wild.ts";
import { NOW, noRecords, target } from "../server/scanning/engines/baseline/scan.ts";

/** For each kind of server in a test run; `npm run fuzz` sends ten times as many. */
const ANSWERS = 300;
const MOST_BYTES = 4_096;
const PATIENCE_MS = 10_000;

let next = Buffer.alloc(0);
const server = createServer((socket) => {
	socket.on("error", () => {});
	socket.once("data", () => socket.end(next));
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
afterFile(async () => void server.close());
const { port } = server.address() as AddressInfo;
const at = { address: "127.0.0.1", family: 4 } as const;
const local = `http://127.0.0.1:${port}`;

const stray: unknown[] = [];
const note = (error: unknown) => void stray.push(error);
process.on("unhandledRejection", note).on("uncaughtExceptionMonitor", note);
afterFile(async () => void process.off("unhandledRejection", note).off("uncaughtExceptionMonitor", note));
afterEach(() => expect(stray.splice(0)).toEqual([]));

const BODY = '{"keys":[],"issuer":"https://a.example"}';
const PAGE = '<!doctype html><meta charset="utf-16"><a href="//b.example">b</a><script src=x></script>';
const XML = "<Error><Code>SlowDown</Code></Error>";
const SOUND = [
	`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
	`HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\nContent-Encoding: gzip\r\n\r\n${PAGE}`,
	`HTTP/1.1 503 Slow Down\r\nContent-Length: ${XML.length}\r\n\r\n${XML}`,
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

/** Sign-in providers, proofs of ownership, trackers, receivers of webhooks and push. */
async function askForeignServer(cut: boolean): Promise<void> {
	const url = new URL(`http://foreign.test:${port}/`);
	const given = await exchange(
		{ url, ...at },
		{ method: "GET", headers: {}, timeoutMs: PATIENCE_MS, maxAnswerBytes: MOST_BYTES, cut },
	);
	if (given.status === "failed") {
		expect(given.why).not.toBe("timeout");
		return;
	}
	expect(Buffer.byteLength(given.body)).toBeLessThanOrEqual(MOST_BYTES * 3);
	expect(Number.isInteger(given.code)).toBe(true);
}

const settings = { endpoint: local, bucket: "b", region: "r", accessKeyId: "a", secretAccessKey: "s", pathStyle: true };
const store = createS3Store(settings, { fetch, patienceMs: PATIENCE_MS });

async function askObjectStore(isRead: boolean): Promise<void> {
	try {
		await (isRead ? store.get("key") : store.put("key", Buffer.of(1)));
	} catch (error) {
		expect(error).toBeInstanceOf(ObjectStoreError);
		expect((error as Error).message).not.toContain("no answer within");
	}
}

async function scanTarget(isGet: boolean): Promise<void> {
	const session = startSession({
		target: { target: target("example.com"), addresses: [at], ports: [port], listed: false },
		guard: { check: () => Promise.reject(new Error("not asked")) },
		records: noRecords,
		userAgent: "",
		limits: { ...LIMITS, bodyBytes: MOST_BYTES },
		signal: new AbortController().signal,
		now: () => NOW,
		read: readerOfOneScan(),
	});
	const endpoint = { scheme: "http", host: "example.com", port, at } as const;
	const given = await request(session, endpoint, { method: isGet ? "GET" : "HEAD", path: "/" });
	if (!given.ok) {
		expect(given.failure).not.toBe("timeout");
		return;
	}
	if (given.body.status !== "unread") expect(given.body.bytes.length).toBeLessThanOrEqual(MOST_BYTES);
	expect(["whole", "cut", "unread"]).toContain(readPage(given.exchange, given.body, MOST_BYTES).status);
}

test.each([
	["a foreign server", askForeignServer],
	["an object store", askObjectStore],
	["a target", scanTarget],
])(
	"whatever %s answers is an answer within its limits or a failure, and nothing is thrown past it",
	async (_, ask) => {
		await fuzz(
			fc.asyncProperty(answer, fc.boolean(), async (bytes, way) => {
				next = bytes;
				await ask(way);
			}),
			{ runs: ANSWERS },
		);
	},
	300_000,
);

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const bytes = fc.uint8Array({ maxLength: 255 });
/** One record of a DNS answer: type, data, and perhaps another length than it has. */
const record = fc.tuple(
	fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(16, 257) },
		{ weight: 1, arbitrary: fc.oneof(fc.constantFrom(5, 1, 28, 46, 41), fc.nat(65_535)) },
	),
	fc.oneof(
		bytes,
		bytes.map((text) => Uint8Array.of(text.length, ...text)),
		bytes.map((value) => Uint8Array.of(0, 5, ...Buffer.from("issue"), ...value)),
	),
	rarely(fc.nat(65_535)),
);
const dnsAnswer = fc.record({
	flags: fc.oneof({ weight: 4, arbitrary: fc.constant(0x81_80) }, { weight: 1, arbitrary: fc.nat(65_535) }),
	records: fc.array(record, { maxLength: 5 }),
	count: rarely(fc.nat(65_535)),
	changed: fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 2 }),
	length: rarely(fc.nat(600)),
});

function packetOf(
	query: Buffer,
	{ flags, records, count, changed, length }: typeof dnsAnswer extends fc.Arbitrary<infer T> ? T : never,
): Buffer {
	// Only the question, without the query's own additional record.
	const head = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5));
	head.writeUInt16BE(0, 10);
	head.writeUInt16BE(flags, 2);
	head.writeUInt16BE(count ?? records.length, 6);
	const written = records.map(([type, data, size]) => {
		const fixed = Buffer.alloc(12);
		fixed.writeUInt16BE(0xc0_0c, 0);
		fixed.writeUInt16BE(type, 2);
		fixed.writeUInt16BE(1, 4);
		fixed.writeUInt16BE(size ?? data.length, 10);
		return Buffer.concat([fixed, data]);
	});
	const packet = Buffer.concat([head, ...written]);
	// Except its number, which ties it to the question.
	for (const [place, value] of changed) if (place > 1 && place < packet.length) packet[place] = value;
	return packet.subarray(0, Math.max(2, length ?? packet.length));
}

test("whatever a name server answers is a list of texts, none, or unknown", async () => {
	const socket = createSocket("udp4");
	let given: Parameters<typeof packetOf>[1] | undefined;
	socket.on("message", (query, from) => {
		if (given) socket.send(packetOf(query, given), from.port, from.address);
		// After skipping one, it waits no longer than for this one.
		const refusal = Buffer.from(query);
		refusal.writeUInt16BE(0x81_82, 2);
		socket.send(refusal, from.port, from.address);
	});
	await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
	afterFile(async () => void socket.close());
	const seen = new Map<string, number>();
	const records = createDnsRecords([`127.0.0.1:${socket.address().port}`]);
	await fuzz(
		fc.asyncProperty(dnsAnswer, fc.constantFrom("txt", "caa", "mx"), async (packet, kind) => {
			given = packet;
			const read = await records[kind]("foreign.test", new AbortController().signal);
			expect(["found", "none", "unknown"]).toContain(read.status);
			seen.set(read.status, (seen.get(read.status) ?? 0) + 1);
			if (read.status !== "found") return;
			expect(read.records.length).toBeLessThanOrEqual(200);
			for (const text of read.records) expect(text.length).toBeLessThanOrEqual(4_096);
		}),
		{ runs: ANSWERS },
	);
	for (const status of ["found", "none", "unknown"]) expect(seen.get(status) ?? 0, status).toBeGreaterThan(0);
}, 300_000);
