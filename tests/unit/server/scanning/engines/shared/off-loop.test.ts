import { expect, test } from "vitest";
import { createOffLoop } from "#server/platform/off-loop/off-loop.ts";
import type { TASKS as LARGE } from "#tests/fixtures/off-loop/large-tasks.ts";
import type { TASKS } from "#tests/fixtures/off-loop/tasks.ts";
import { afterFile } from "#tests/support/after-file.ts";

const module = new URL("../../../../../fixtures/off-loop/tasks.ts", import.meta.url);

function start(options: { threads?: number; timeMs?: number; megabytes?: number } = {}) {
	const offLoop = createOffLoop<typeof TASKS>({ module, ...options });
	afterFile(offLoop.close);
	return offLoop;
}

test("tasks are run, one after another on one thread and side by side on two", async () => {
	for (const threads of [1, 2]) {
		const { run } = start({ threads });
		const all = await Promise.all(Array.from({ length: 20 }, (_, index) => run("double", index)));
		expect(all).toEqual(Array.from({ length: 20 }, (_, index) => ({ status: "done", value: index * 2 })));
	}
});

test("a task that never ends is stopped at its time limit, and holds up no other task", async () => {
	const { run } = start({ threads: 2, timeMs: 300 });
	const hanging = run("hang");
	// The event loop keeps running while the other thread works.
	expect(await run("double", 2)).toEqual({ status: "done", value: 4 });
	expect(await hanging).toEqual({ status: "gave-up", why: "time" });
	expect(await Promise.all([run("hang"), run("hang"), run("double", 3)])).toEqual([
		{ status: "gave-up", why: "time" },
		{ status: "gave-up", why: "time" },
		{ status: "done", value: 6 },
	]);
});

test("a task that eats memory is stopped, and the process lives on", async () => {
	const { run } = start({ threads: 1, megabytes: 32 });
	expect(await run("eat")).toEqual({ status: "gave-up", why: "memory" });
	expect(await run("double", 4)).toEqual({ status: "done", value: 8 });
});

test("a thread whose code takes much memory is kept for the next task", async () => {
	const large = new URL("../../../../../fixtures/off-loop/large-tasks.ts", import.meta.url);
	const { run, close } = createOffLoop<typeof LARGE>({ module: large, threads: 1 });
	afterFile(close);
	expect(await run("threadOf")).toEqual(await run("threadOf"));
});

test("a task that throws rejects, and the next one runs", async () => {
	const { run } = start({ threads: 1 });
	await expect(run("fail")).rejects.toThrow("on purpose");
	expect(await run("double", 5)).toEqual({ status: "done", value: 10 });
});

test("a task for every thread reaches the running threads and those that start later", async () => {
	const { run, everywhere } = start({ threads: 1, timeMs: 300 });
	expect(await run("recall")).toEqual({ status: "done", value: undefined });
	everywhere("remember", "a");
	expect(await run("recall")).toEqual({ status: "done", value: "a" });
	await run("hang");
	expect(await run("recall")).toEqual({ status: "done", value: "a" });
});

test("closing stops what runs and refuses new tasks", async () => {
	const { run, close } = start({ threads: 1 });
	const all = Promise.allSettled([run("hang"), run("double", 1)]);
	await close();
	expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	await expect(run("double", 1)).rejects.toThrow("this process is ending");
});

test("a thread that cannot start rejects its task, and is not started again and again", async () => {
	const { run } = createOffLoop<typeof TASKS>({ module: new URL("./nowhere.ts", import.meta.url), threads: 1 });
	await expect(run("double", 1)).rejects.toThrow("nowhere.ts");
});
