import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { runStep } from "#server/scanning/tools/run-step.ts";

test("a step runs in its own empty folder, where no file of another user can pose as a module of Python", async () => {
	const lines: string[] = [];
	const end = await runStep({
		file: "/bin/sh",
		args: ["-c", "pwd; ls -A; stat -c %a ."],
		signal: new AbortController().signal,
		timeMs: 60_000,
		onLine: (line) => lines.push(line),
	});
	expect(end).toEqual({ ok: true });
	const [folder = "", ...rest] = lines.filter((line) => line !== "");
	expect(dirname(dirname(folder))).toBe(tmpdir());
	expect(rest).toEqual(["700"]);
});
