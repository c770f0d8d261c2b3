import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";
import { lastOutput, runTool, type ToolCall } from "#server/scanning/engines/shared/process/run-tool.ts";
import { isAlive } from "#tests/support/engines/is-alive.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { until } from "#tests/support/until.ts";

const folder = await scratchFolder("run-tool");

const node = (program: string, options: Partial<ToolCall> = {}) =>
	runTool({
		file: execPath,
		args: ["-e", program],
		folder,
		signal: new AbortController().signal,
		timeMs: 20_000,
		outputBytes: 100_000,
		...options,
	});

/** A tool with its own child: both ignore SIGTERM and live on for a minute. */
const FAMILY = (file: string) => `
	process.on("SIGTERM", () => {});
	const { spawn } = require("node:child_process");
	const child = spawn(process.execPath, ["-e", 'process.on("SIGTERM", () => {}); setTimeout(() => {}, 60000)'], { stdio: "inherit" });
	require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + child.pid);
	setTimeout(() => {}, 60000);`;

test("a cancelled tool and all its descendants are gone within five seconds, even if they ignore SIGTERM", async () => {
	const file = join(folder, "family");
	const cancel = new AbortController();
	const running = node(FAMILY(file), { signal: cancel.signal });
	const pids = await until(async () => {
		const text = await readFile(file, "utf8").catch(() => "");
		return text.includes(" ") && text.split(" ").map(Number);
	}, "the family runs");
	cancel.abort();
	expect(await running).toMatchObject({ status: "stopped", why: "aborted" });
	// Dead, but in the process list until init reaps it, which takes a while on a busy machine.
	await until(async () => !pids.some(isAlive), "nothing is left of the family");
});

test("a tool and all its descendants are gone soon after its worker was killed, even if they ignore SIGTERM", async () => {
	const file = join(folder, "orphans");
	const call = { file: execPath, args: ["-e", FAMILY(file)], folder, timeMs: 60_000, outputBytes: 1_000 };
	const program = `
		import { runTool } from "#server/scanning/engines/shared/process/run-tool.ts";
		runTool({ ...${JSON.stringify(call)}, signal: new AbortController().signal });`;
	const worker = spawn(execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
	const ended = once(worker, "exit");
	const pids = await until(async () => {
		const text = await readFile(file, "utf8").catch(() => "");
		return text.includes(" ") && text.split(" ").map(Number);
	}, "the family runs");
	worker.kill("SIGKILL");
	await ended;
	const killed = performance.now();
	await until(async () => !pids.some(isAlive), "nothing is left of the family");
	expect(performance.now() - killed).toBeLessThan(10_000);
});

test("children that a tool leaves behind end with it", async () => {
	const file = join(folder, "orphan");
	const end = await node(`
		const child = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit" });
		require("node:fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));
		process.exit(3);`);
	expect(end).toMatchObject({ status: "exited", code: 3 });
	expect(isAlive(Number(await readFile(file, "utf8")))).toBe(false);
});

test("time and output have limits, and a run that was cancelled before it began starts nothing", async () => {
	expect(await node("setTimeout(() => {}, 60000)", { timeMs: 300 })).toMatchObject({ status: "stopped", why: "time" });
	const endless = await node("for (;;) require('node:fs').writeSync(1, 'x'.repeat(65536))", { outputBytes: 200_000 });
	expect(endless).toMatchObject({ status: "stopped", why: "output" });
	expect(endless.stdout.length).toBe(200_000);
	expect(await node("", { signal: AbortSignal.abort() })).toMatchObject({ status: "stopped", why: "aborted" });
});

test("arguments arrive unchanged, whatever a shell would do with them", async () => {
	const args = ["$(id)", "`id`", "; id", "a\nb", "-rf", "*", "file:///etc/passwd"];
	const { stdout } = await node("", {
		args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...args],
	});
	expect(JSON.parse(stdout.toString())).toEqual(args);
});

test("a tool gets a small environment with the folder as its home, and a lower priority than the server", async () => {
	const program = "console.log(JSON.stringify({ env: process.env, priority: require('node:os').getPriority() }))";
	const { env, priority } = JSON.parse((await node(`setTimeout(() => ${program}, 100)`)).stdout.toString());
	expect(Object.keys(env).sort()).toEqual(["HOME", "LANG", "PATH"]);
	expect(env.HOME).toBe(folder);
	expect(priority).toBeGreaterThan(0);
});

test("lines are reported as they come, and a crash and a missing program are recognized", async () => {
	const lines: string[] = [];
	await node("console.log('one\\ntwo'); process.stdout.write('unfinished')", { onLine: (line) => lines.push(line) });
	expect(lines).toEqual(["one", "two"]);
	expect(await node("process.kill(process.pid, 'SIGSEGV')")).toMatchObject({ status: "crashed", signal: "SIGSEGV" });
	expect(await node("", { file: join(folder, "no-such-tool") })).toMatchObject({ status: "not-started" });
});

test("the last output is one bounded line without our folders", () => {
	const stderr = Buffer.from(`first\nError in /scan/job/x.json\u001b[31m\n${"y".repeat(1_000)}\n`);
	const words = lastOutput({ stdout: Buffer.from("all fine"), stderr }, "/scan/job");
	expect(words).toMatch(/^first Error in …\/x\.json \[31m y+…$/);
	expect(words).toHaveLength(300);
	expect(lastOutput({ stdout: Buffer.from("a\nb\n"), stderr: Buffer.alloc(0) }, "/scan/job")).toBe("a b");
});
