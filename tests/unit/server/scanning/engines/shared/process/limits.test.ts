import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { retryCrash } from "#server/scanning/engines/shared/process/retry-crash.ts";
import { runTool, type ToolEnd } from "#server/scanning/engines/shared/process/run-tool.ts";
import { toolFailure } from "#server/scanning/engines/shared/process/tool-failure.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const folder = await scratchFolder("limits");
const NOTHING = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };

const shell = (script: string, memoryBytes: number) =>
	runTool({
		file: "/bin/sh",
		args: ["-c", script],
		folder,
		signal: new AbortController().signal,
		timeMs: 20_000,
		outputBytes: 10_000,
		memoryBytes,
	});

test.skipIf(!existsSync("/usr/bin/prlimit"))(
	"a tool gets no more memory than its limit, and its children neither",
	async () => {
		const told = await shell("ulimit -v; sh -c 'ulimit -v'", 256 * 1_048_576);
		expect(told.stdout.toString()).toBe("262144\n262144\n");
		// An endless line, which tail would keep in full.
		const greedy = await shell("tail /dev/zero", 128 * 1_048_576);
		expect(greedy.status === "exited" ? greedy.code : greedy.status).not.toBe(0);
	},
	25_000,
);

test("only a crash is tried once more", async () => {
	const run = async (...ends: ToolEnd[]) => {
		let runs = 0;
		const end = await retryCrash(async () => ends[runs++] ?? expect.fail("a third run"));
		return [runs, end.status, ...(end.status === "crashed" ? [end.times] : [])];
	};
	const crashed: ToolEnd = { status: "crashed", signal: "SIGSEGV", times: 1, ...NOTHING };
	const exited: ToolEnd = { status: "exited", code: 1, ...NOTHING };
	const stopped: ToolEnd = { status: "stopped", why: "time", ...NOTHING };
	expect(await run(crashed, exited)).toEqual([2, "exited"]);
	expect(await run(crashed, crashed)).toEqual([2, "crashed", 2]);
	expect(await run(exited)).toEqual([1, "exited"]);
	expect(await run(stopped)).toEqual([1, "stopped"]);
	expect(
		await retryCrash(
			async () => crashed,
			async () => false,
		),
	).toEqual(crashed);
	const message = (end: ToolEnd) => toolFailure("ZAP", end, folder, new AbortController().signal).message;
	expect(message(crashed)).toBe("ZAP crashed (SIGSEGV).");
	expect(message(await retryCrash(async () => crashed))).toBe("ZAP crashed twice (SIGSEGV).");
});
