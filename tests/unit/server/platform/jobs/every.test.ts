import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { every } from "#server/platform/jobs/every.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test("a task is done at once and again after each pause, however the one before ended", async () => {
	const errors: unknown[] = [];
	let times = 0;
	const running = await every(
		1_000,
		async () => {
			times += 1;
			if (times === 1) throw new Error("broken");
		},
		(error) => errors.push(error),
	);
	expect(times).toBe(1);
	expect(errors).toEqual([new Error("broken")]);
	await vi.advanceTimersByTimeAsync(2_000);
	expect(times).toBe(3);
	await running.stop();
	await vi.advanceTimersByTimeAsync(5_000);
	expect(times).toBe(3);
});

test("the pause begins when the task has ended, and stopping waits for one that runs", async () => {
	let begun = 0;
	let end = () => {};
	const running = await every(
		1_000,
		() => {
			begun += 1;
			return begun === 1 ? Promise.resolve() : new Promise((resolve) => (end = resolve));
		},
		() => {},
	);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(begun).toBe(2);
	let stopped = false;
	const stopping = running.stop().then(() => {
		stopped = true;
	});
	await vi.advanceTimersByTimeAsync(1_000);
	expect(stopped).toBe(false);
	end();
	await stopping;
	await vi.advanceTimersByTimeAsync(10_000);
	expect(begun).toBe(2);
});
