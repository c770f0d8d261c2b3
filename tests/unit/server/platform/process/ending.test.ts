import { afterEach, expect, test, vi } from "vitest";
import { createEnding } from "#server/platform/process/ending.ts";

afterEach(() => vi.useRealTimers());

/** A server whose drain and close end when the test says so. */
function fakeServer() {
	const drain = Promise.withResolvers<void>();
	const closed = Promise.withResolvers<void>();
	const seen: string[] = [];
	let at = 0;
	const ending = createEnding(
		{
			leave() {
				seen.push("leaves");
				return drain.promise;
			},
			close() {
				seen.push("closes");
				return closed.promise;
			},
		},
		{ say: (text) => seen.push(text), exit: (code) => seen.push(`exit ${code}`), now: () => at },
	);
	return {
		...ending,
		seen,
		drained: () => settled(drain.resolve),
		closed: () => settled(closed.resolve),
		later: (ms: number) => {
			at += ms;
		},
	};
}

async function settled(work: () => void = () => {}): Promise<void> {
	work();
	for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

test("a signal: it leaves, closes and exits, one after the other", async () => {
	const server = fakeServer();
	server.signal();
	await settled();
	expect(server.seen).toEqual(["leaves"]);
	await server.drained();
	expect(server.seen).toEqual(["leaves", "closes"]);
	await server.closed();
	expect(server.seen).toEqual(["leaves", "closes", "exit 0"]);
});

test("the same key press may come several times; a second one ends the drain and says so", async () => {
	const server = fakeServer();
	for (let copy = 0; copy < 3; copy++) server.signal();
	server.later(999);
	server.signal();
	await settled();
	expect(server.seen).toEqual(["leaves"]);
	server.later(1);
	server.signal();
	await settled();
	expect(server.seen).toEqual(["leaves", expect.stringContaining("without waiting for DRAIN_SECONDS"), "closes"]);
	server.later(60_000);
	server.signal();
	await server.closed();
	expect(server.seen.slice(2)).toEqual(["closes", "exit 0"]);
});

test("a database that is gone ends a drain, because nothing could be answered during the rest of it", async () => {
	const server = fakeServer();
	server.signal();
	await settled();
	server.breakDown("The embedded database is gone.");
	await settled();
	expect(server.seen).toEqual(["leaves", expect.stringContaining("database is gone. Ending now"), "closes"]);
	await server.closed();
	expect(server.seen.at(-1)).toBe("exit 0");
});

test("a database that goes away by itself: it closes without a drain, and its exit code says so", async () => {
	const server = fakeServer();
	server.breakDown("The embedded database is gone.");
	await settled();
	expect(server.seen).toEqual([expect.stringContaining("start again"), "leaves", "closes"]);
	server.breakDown("And again.");
	await server.closed();
	expect(server.seen.slice(2)).toEqual(["closes", "exit 1"]);
});

test("a close that takes too long is given up", async () => {
	vi.useFakeTimers();
	const server = fakeServer();
	server.signal();
	await server.drained();
	vi.advanceTimersByTime(9_000);
	expect(server.seen.slice(2)).toEqual([expect.stringContaining("Not everything ended"), "exit 1"]);
});
