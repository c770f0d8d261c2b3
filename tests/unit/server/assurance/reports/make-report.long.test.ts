import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

test("a report of 5,000 findings needs no more than 200 MB of memory", { timeout: 120_000 }, async () => {
	const worker = new Worker(new URL("../../../../support/reports/make-long-report.ts", import.meta.url), {
		resourceLimits: { maxOldGenerationSizeMb: 200 },
		workerData: { findings: 5_000 },
	});
	const sizes = await new Promise<Record<string, number>>((resolve, reject) => {
		worker.once("message", resolve);
		worker.once("error", reject);
	});
	expect(sizes).toMatchObject({ findings: 5_000, rows: 5_000 });
	expect(sizes.pdf).toBeGreaterThan(200_000);
});
