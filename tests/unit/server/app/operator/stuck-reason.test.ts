import { describe, expect, test } from "vitest";
import {
	type Surroundings,
	type WaitingScan,
	whyReportWaits,
	whyWaiting,
} from "#server/app/operator/store/stuck-reason.ts";

const AT = new Date("2026-11-22T02:46:00.000Z");
const LIMITS = { perAccount: 3, perTarget: 2 };
const fine: Surroundings = {
	stopReason: undefined,
	workers: 2,
	workerSeenAt: AT,
	tools: new Map([["zap", { workers: 1, seenAt: AT }]]),
	running: 4,
};
const scan: WaitingScan = {
	kind: "zap",
	host: "shop.example.com",
	ofAccount: 0,
	ofHost: 0,
	job: { state: "created", startAfter: AT },
};
const why = (change: Partial<WaitingScan>, around: Partial<Surroundings> = {}) =>
	whyWaiting({ ...scan, ...change }, { ...fine, ...around }, LIMITS);

describe("why a scan waits", () => {
	test("each situation has its reason, and what ends all waiting comes first", () => {
		const everything = { ofAccount: 3, ofHost: 2, job: undefined };
		expect(why(everything, { stopReason: "Night.", workers: 0, tools: new Map() })).toEqual({
			why: "stopped",
			reason: "Night.",
		});
		expect(why(everything, { workers: 0, tools: new Map() })).toEqual({
			why: "no-worker",
			lastSeenAt: AT.toISOString(),
		});
		expect(why(everything, { workers: 0, workerSeenAt: null })).toEqual({ why: "no-worker", lastSeenAt: null });
		expect(why(everything, { tools: new Map() })).toEqual({ why: "no-tool", lastSeenAt: null });
		expect(why(everything, { tools: new Map([["zap", { workers: 0, seenAt: AT }]]) })).toEqual({
			why: "no-tool",
			lastSeenAt: AT.toISOString(),
		});
		expect(why(everything)).toEqual({ why: "target-turn", host: "shop.example.com", running: 2, limit: 2 });
		expect(why({ ...everything, ofHost: 1 })).toEqual({ why: "account-turn", running: 3, limit: 3 });
		expect(why({ job: undefined })).toEqual({ why: "no-job" });
		expect(why({ job: { state: "retry", startAfter: AT } })).toEqual({ why: "retrying", nextTryAt: AT.toISOString() });
		expect(why({})).toEqual({ why: "busy", running: 4 });
	});

	test("visitors’ scans have no account’s turn, and free scans no target’s", () => {
		expect(why({ ofAccount: null, ofHost: 0 })).toMatchObject({ why: "busy" });
		const tools = new Map([["combined", { workers: 1, seenAt: AT }]]);
		expect(why({ kind: "combined", ofAccount: null, ofHost: 9 }, { tools })).toMatchObject({ why: "busy" });
	});
});

test("why a report waits", () => {
	expect(whyReportWaits(AT, undefined, fine)).toEqual({
		why: "worker-silent",
		since: AT.toISOString(),
		otherWorkers: 2,
	});
	expect(whyReportWaits(null, undefined, fine)).toEqual({ why: "no-job" });
	expect(whyReportWaits(null, { state: "created", startAfter: AT }, { ...fine, workers: 0 })).toMatchObject({
		why: "no-worker",
	});
});
