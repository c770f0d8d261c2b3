import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestEvent } from "../../../scripts/test/events.ts";
import { startStep } from "../../../scripts/test/run-step.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** Starts a line of JavaScript as a step. */
async function start(script: string, options: { silenceMs?: number; leaveMs?: number } = {}) {
	const log = join(await scratchFolder("step"), "log");
	const events: TestEvent[] = [];
	let tell: (event: TestEvent) => void = () => {};
	const step = startStep(
		{ program: process.execPath, args: ["-e", script], env: process.env },
		{
			log,
			silenceMs: 60_000,
			leaveMs: 60_000,
			...options,
			onEvent(event) {
				events.push(event);
				tell(event);
			},
		},
	);
	return { step, log, events, nextEvent: () => new Promise<TestEvent>((resolve) => (tell = resolve)) };
}

/** Whether it is running. A process that has ended and was not waited for has no command line. */
const isAlive = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")) !== "";

/** Starts a process in its own group that ignores SIGTERM, and announces its ID in the output. */
const stubborn = (options: string) => `
const stubborn = require("node:child_process").spawn(process.execPath,
	["-e", "process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 1e6)", process.env.TMPDIR],
	{ ${options} detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
stubborn.once("message", () => {
	stubborn.unref(); stubborn.channel.unref();
	process.send({ type: "collected", tests: stubborn.pid });
});`;

test("a step's events arrive, its output is kept, and its exit code is its own", async () => {
	const { step, log, events } = await start(
		`process.send({ type: "planned", files: ["a"] }); console.log("one"); console.error("two"); process.exitCode = 3`,
	);
	const end = await step.ended;
	expect(end).toMatchObject({ status: 3, hung: false, leftBehind: [] });
	expect(events).toEqual([{ type: "planned", files: ["a"] }]);
	expect(end.output.split("\n").toSorted()).toEqual(["", "one", "two"]);
	expect(await readFile(log, "utf8")).toBe(end.output);
});

test.each([
	["a group of its own", ""],
	["an environment of its own", "env: {},"],
])("what a step leaves behind is named and ended, even with %s", async (_, options) => {
	const { step, nextEvent } = await start(
		`${stubborn(options)} process.once("message", () => {}); process.channel.unref();`,
		{
			leaveMs: 0,
		},
	);
	const event = await nextEvent();
	const { status, leftBehind } = await step.ended;
	expect(status).toBe(0);
	expect(event).toEqual({ type: "collected", tests: leftBehind[0]?.pid });
	expect(leftBehind.map(({ command }) => command)).toEqual([expect.stringContaining("setInterval")]);
	await expect.poll(() => isAlive(leftBehind[0]?.pid ?? 0)).toBe(false);
});

test("a stopped step ends with everything that it started", async () => {
	const { step, nextEvent } = await start(`${stubborn("")} setInterval(() => {}, 1e6)`, { leaveMs: 0 });
	const event = await nextEvent();
	await step.stop();
	const pid = event.type === "collected" ? event.tests : 0;
	expect(pid).toBeGreaterThan(0);
	await expect.poll(() => isAlive(pid)).toBe(false);
});

test("a silent step is ended and said to hang", async () => {
	const silent = await start("setInterval(() => {}, 1e6)", { silenceMs: 300, leaveMs: 0 });
	expect(await silent.step.ended).toMatchObject({ status: null, hung: true });
});

test("a program that cannot be started fails with the system's reason", async () => {
	const folder = await scratchFolder("step");
	const step = startStep(
		{ program: join(folder, "missing"), args: [], env: {} },
		{ log: join(folder, "log"), silenceMs: 60_000, leaveMs: 0, onEvent: () => {} },
	);
	expect(await step.ended).toMatchObject({ status: null, output: expect.stringContaining("ENOENT") });
});
