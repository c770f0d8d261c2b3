import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorkerProcess } from "#server/app/worker-process/worker-process.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { createLogger } from "#server/platform/watch/logger.ts";

const forked: FakeChild[] = [];

vi.mock("node:child_process", () => ({
	fork() {
		const child = new FakeChild();
		forked.push(child);
		return child;
	},
}));

class FakeChild extends EventEmitter {
	pid = 4711;
	connected = false;
	kill() {}
}

beforeEach(() => {
	vi.useFakeTimers();
	forked.length = 0;
});
afterEach(() => vi.useRealTimers());

/** A worker that runs. */
async function startWorker() {
	const written: string[] = [];
	const log = createLogger("debug", { write: (line: string) => written.push(line) });
	const worker = createWorkerProcess(new URL("file:///entry.ts"), log);
	const ready = worker.start({} as Config, () => {});
	const [child = expect.fail("nothing was started")] = forked;
	child.emit("message", { type: "ready", facts: [], practicePorts: [] });
	await ready;
	return { worker, child, lines: () => written.map((line) => JSON.parse(line)) };
}

test("a worker that ends by itself is reported and started again", async () => {
	const { child, lines } = await startWorker();
	child.emit("exit", null, "SIGKILL");
	vi.advanceTimersByTime(60_000);
	expect(forked).toHaveLength(2);
	expect(lines()).toMatchObject([{ level: 50, signal: "SIGKILL" }]);
});

test("one that got the signal that ends everything is no fault, and is not started again during the drain", async () => {
	const { worker, child, lines } = await startWorker();
	worker.leave();
	child.emit("exit", 0, null);
	vi.advanceTimersByTime(600_000);
	expect(forked).toHaveLength(1);
	expect(lines()).toMatchObject([{ level: 30, msg: expect.stringContaining("has ended") }]);
	await worker.close();
});

test("one that was about to be started again stays away once everything ends", async () => {
	const { worker, child } = await startWorker();
	child.emit("exit", 1, null);
	worker.leave();
	vi.advanceTimersByTime(600_000);
	expect(forked).toHaveLength(1);
	await worker.close();
});

test("several errors of one worker do not end the pages' process", async () => {
	const { child, lines } = await startWorker();
	child.emit("error", new Error("could not be sent"));
	child.emit("error", new Error("could not be killed"));
	child.emit("exit", 1, null);
	expect(lines()).toMatchObject([{ why: "could not be killed" }]);
});
