import { expect, test } from "vitest";
import { current, withContext } from "#server/platform/watch/context.ts";
import { runJob, withOrigin } from "#server/platform/watch/run-job.ts";

test("a job that was sent on schedule has no data, and runs", async () => {
	const given: object[] = [];
	await runJob<object>("daily", null, {}, async (data) => {
		given.push(data);
	});
	expect(given).toEqual([{}]);
});

test("a job gets its own data, and its log lines the request that sent it", async () => {
	const sent = withContext({ requestId: "request" }, () => withOrigin({ scanId: "scan" }));
	const given: unknown[] = [];
	await runJob("mail", sent, { scanId: "scan" }, async (data) => {
		given.push(data, current());
	});
	expect(given).toEqual([{ scanId: "scan" }, { requestId: "request", job: "mail", scanId: "scan" }]);
});
