import { expect, test } from "vitest";
import type { StuckReason } from "#contract/operator/operator.ts";
import { stuckText } from "#src/features/operator/stuck-text.ts";

const AT = "2026-11-22T02:46:00.000Z";

test.each<[StuckReason, RegExp]>([
	[{ why: "stopped", reason: "A target complained." }, /^Scans are stopped: A target complained\.$/],
	[
		{ why: "no-worker", lastSeenAt: null },
		/^No worker has ever reported\. Start a process with ROLE=all or ROLE=worker\.$/,
	],
	[{ why: "no-worker", lastSeenAt: AT }, /^No worker is running\. The last one reported 2\d Nov 2026/],
	[{ why: "no-tool", lastSeenAt: null }, /^No worker has ever had Zap\. Run npm run engines/],
	[{ why: "no-tool", lastSeenAt: AT }, /^No running worker has Zap\. One last had it 2\d Nov 2026/],
	[{ why: "account-turn", running: 2, limit: 2 }, /^Its account has 2 scans running, and 2 may run at once\./],
	[{ why: "target-turn", host: "a.example", running: 1, limit: 1 }, /^a\.example has 1 scan running, and 1 may run/],
	[{ why: "worker-silent", since: AT, otherWorkers: 0 }, /No worker is running to take it over\.$/],
	[{ why: "worker-silent", since: AT, otherWorkers: 1 }, /A running worker takes it over within a minute\.$/],
	[{ why: "too-slow", limitSeconds: 600 }, /^It may run for 10 min, and its worker has not ended it\.$/],
	[{ why: "no-job" }, /^No job is queued for it\./],
	[{ why: "retrying", nextTryAt: AT }, /^It failed\. The next try is at 2\d Nov 2026/],
	[{ why: "busy", running: 3 }, /^The workers are busy with 3 scans\./],
	[{ why: "busy", running: 0 }, /^It is queued, but no worker has begun it yet\.$/],
])("%j is said in plain words", (reason, text) => {
	expect(stuckText(reason, "zap")).toMatch(text);
});
