import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const SCRIPT = `
import { createLogger } from "#server/platform/watch/logger.ts";
import { withContext } from "#server/platform/watch/context.ts";
import { createMetrics } from "#server/platform/watch/metrics.ts";
import { watchStrayRejections } from "#server/platform/watch/stray-rejections.ts";

watchStrayRejections(createLogger("info"));
const { registry } = createMetrics();
await withContext({ requestId: "one" }, async () => {
	void Promise.reject(new Error("a fault of ours"));
	await new Promise((resolve) => setTimeout(resolve));
});
console.log(await registry.getSingleMetricAsString("plumbline_stray_rejections_total"));
`;

test("a rejection that nothing handles is logged with its request and counted, and the process goes on", async () => {
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", SCRIPT]);
	const lines = stdout.split("\n");
	// Two writers: either may be first.
	expect(JSON.parse(lines.find((line) => line.startsWith("{")) ?? "null")).toMatchObject({
		requestId: "one",
		error: { message: "a fault of ours" },
		msg: "A rejection was not handled",
	});
	expect(lines).toContain("plumbline_stray_rejections_total 1");
});
