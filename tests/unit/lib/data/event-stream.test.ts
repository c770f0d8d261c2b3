import { expect, test } from "vitest";
import { EVENT_LIMIT, readEvents, type StreamEvent } from "#src/lib/data/event-stream.ts";

/** A body with these pieces; `wasClosed` tells whether the reader gave up on the rest. */
function bodyOf(pieces: Iterable<Uint8Array<ArrayBuffer>>) {
	const rest = pieces[Symbol.iterator]();
	let closed = false;
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull(controller) {
			const { done, value } = rest.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
		cancel() {
			closed = true;
		},
	});
	return { body, wasClosed: () => closed };
}

test("events are read however the bytes are split", async () => {
	const text =
		'retry: 3000\n\n:\n\nevent: scan\r\ndata: {"ä":\ndata: 1}\r\n\r\n: hello\nevent: gone\ndata:x\n\ndata: y\r\r';
	const bytes = new TextEncoder().encode(text);
	for (const size of [1, 2, 7, bytes.length]) {
		const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
			bytes.slice(at * size, (at + 1) * size),
		);
		const events: StreamEvent[] = [];
		const retries: number[] = [];
		await readEvents(
			bodyOf(pieces).body,
			(event) => events.push(event),
			(ms) => retries.push(ms),
		);
		expect(retries).toEqual([3_000]);
		expect(events).toEqual([
			{ event: "scan", data: '{"ä":\n1}' },
			{ event: "gone", data: "x" },
			{ event: "message", data: "y" },
		]);
	}
});

/** More than the limit, in pieces; it ends so that a reader without a limit fails the test instead of hanging. */
function* tooMuch(start: string, line: string) {
	const encoder = new TextEncoder();
	yield encoder.encode(start);
	const piece = encoder.encode(line.repeat(Math.ceil(65_536 / line.length)));
	for (let length = 0; length < 16 * EVENT_LIMIT; length += piece.length) yield piece;
}

test.each([
	["a line that never ends", "data: ", "x"],
	["an event that never ends", "", "data: x\n"],
])("%s is not kept in memory: reading fails and the stream is closed", async (_, start, line) => {
	const { body, wasClosed } = bodyOf(tooMuch(start, line));
	await expect(readEvents(body, () => undefined)).rejects.toThrow("max buffer size");
	expect(wasClosed()).toBe(true);
});

test("a listener that throws ends the reading, and the stream is closed", async () => {
	const { body, wasClosed } = bodyOf(tooMuch("", "data: x\n\n"));
	const listener = () => {
		throw new Error("Not JSON");
	};
	await expect(readEvents(body, listener)).rejects.toThrow("Not JSON");
	expect(wasClosed()).toBe(true);
});
