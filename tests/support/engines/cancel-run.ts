import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { RunResult } from "#server/scanning/engines/engine.ts";
import { until } from "../until.ts";
import { processesBelow } from "./processes-below.ts";

/**
 * Cancels a run once it has reached the given point and its tool is running, and checks that within five seconds the run is over, has no
 * results, and has left no process behind.
 */
export async function cancelRun(run: (signal: AbortSignal, isThere: () => void) => Promise<RunResult>): Promise<void> {
	const before = process.env.TMPDIR;
	const folder = await mkdtemp(join(tmpdir(), "plumbline-cancel-"));
	// Each run has its own folder below this one, which is its tool's home.
	process.env.TMPDIR = folder;
	try {
		const cancel = new AbortController();
		const there = Promise.withResolvers<void>();
		const running = run(cancel.signal, there.resolve);
		await Promise.race([there.promise, running.then((result) => expect.fail(`It was over: ${result.status}`))]);
		if (process.platform === "linux")
			await until(async () => (await processesBelow(folder)).length > 0, "the tool runs");
		const asked = performance.now();
		cancel.abort();
		expect(await running).toMatchObject({ status: "failed", reason: { code: "cancelled" } });
		expect(performance.now() - asked).toBeLessThan(5_000);
		expect(await processesBelow(folder)).toEqual([]);
	} finally {
		if (before === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = before;
		await rm(folder, { recursive: true, force: true });
	}
}
