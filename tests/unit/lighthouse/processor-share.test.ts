import { expect, test } from "vitest";
import { processorShare, type TraceEvent } from "#tests/lighthouse/processor-share.ts";

const main = (pid: number): TraceEvent => ({ name: "thread_name", pid, tid: pid, args: { name: "CrRendererMain" } });
const task = (pid: number, dur: number, tdur: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
	name: "RunTask",
	pid,
	tid: pid,
	dur,
	tdur,
	args: {},
	...more,
});

test("the share is the page's main thread's, of all its tasks together", () => {
	const browser = { ...main(1), args: { name: "CrBrowserMain" } };
	const nested = { name: "FunctionCall" };
	const events = [browser, task(1, 900, 900), main(2), task(2, 10, 10), main(3), task(3, 80, 40), task(3, 20, 10)];
	expect(processorShare([...events, task(3, 80, 80, nested), task(3, 80, 80, { tid: 4 })])).toBe(0.5);
});

test("the clocks differ by a few microseconds: it is never more than all", () => {
	expect(processorShare([main(1), task(1, 99, 100)])).toBe(1);
});

test("a page that hardly ran cannot be timed; a trace without processor times is a broken assumption", () => {
	expect(processorShare([main(1), task(1, 1000, 99)])).toBeNull();
	expect(() => processorShare([main(1)])).toThrow("no processor times");
});
