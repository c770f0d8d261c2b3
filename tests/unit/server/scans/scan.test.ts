import { describe, expect, test } from "vitest";
import { type ScanId, scanId } from "#contract/ids.ts";
import { mailsEnd, type Scan, type ScanEvent, type ScanState, transition } from "#server/scans/scan.ts";

const AT = new Date("2026-03-01T12:00:00Z");
const seconds = (count: number) => new Date(AT.getTime() + count * 1_000);
const id: ScanId = scanId.parse("0198c0de-0000-7000-8000-000000000001");
const scan = (state: ScanState, attempts = 1): Scan => ({
	id,
	owner: "anonymous",
	request: { kind: "combined", body: { target: "example.com", email: "ada@example.org" } },
	email: "ada@example.org",
	acceptedAt: AT,
	attempts,
	...state,
});
const pending = scan({ status: "pending", queuedAt: AT }, 0);
const running = scan({
	status: "running",
	workerId: "w1",
	startedAt: AT,
	heartbeatAt: AT,
	progress: 10,
	step: "a",
	cancelRequestedAt: undefined,
});
const completed = scan({ status: "completed", startedAt: AT, finishedAt: AT, coverage: "full" });
const failed = scan({
	status: "failed",
	startedAt: AT,
	finishedAt: AT,
	failure: { code: "timeout", message: "Too slow." },
});
const failure = { code: "unreachable", message: "Nobody answers." } as const;

const move = (from: Scan, event: ScanEvent, at = seconds(5)) => {
	const moved = transition(from, event, at);
	return moved.ok ? moved.scan : moved.because;
};

describe("a pending scan", () => {
	test("is claimed by one worker, which counts as an attempt", () => {
		expect(move(pending, { type: "claimed", workerId: "w1" })).toMatchObject({
			status: "running",
			workerId: "w1",
			attempts: 1,
			heartbeatAt: seconds(5),
			progress: 0,
		});
	});

	test("can be queued again without a change of anything else", () => {
		expect(move(pending, { type: "requeued" })).toEqual({ ...pending, queuedAt: seconds(5) });
	});
});

describe("a running scan", () => {
	test("cannot be claimed or queued again", () => {
		expect(move(running, { type: "claimed", workerId: "w2" })).toBe("not-pending");
		expect(move(running, { type: "requeued" })).toBe("not-pending");
	});

	test("keeps its heartbeat and its progress, which never falls", () => {
		const beat = { type: "beat", workerId: "w1", progress: 5, step: "b" } as const;
		expect(move(running, beat)).toMatchObject({ heartbeatAt: seconds(5), progress: 10, step: "b" });
	});

	test("is ended by its own worker only", () => {
		expect(move(running, { type: "completed", workerId: "w1", coverage: "partial" })).toMatchObject({
			status: "completed",
			coverage: "partial",
			finishedAt: seconds(5),
		});
		expect(move(running, { type: "failed", workerId: "w1", failure })).toMatchObject({ status: "failed", failure });
		for (const event of [
			{ type: "completed", workerId: "w2", coverage: "full" },
			{ type: "failed", workerId: "w2", failure },
			{ type: "beat", workerId: "w2", progress: 1, step: "" },
			{ type: "released", workerId: "w2" },
		] as const) {
			expect(move(running, event)).toBe("not-yours");
		}
	});

	test("handed back at a shut-down waits again, as if that attempt had not been", () => {
		expect(move(running, { type: "released", workerId: "w1" })).toMatchObject({ status: "pending", attempts: 0 });
	});

	test("is taken back only after the whole silence", () => {
		const silent = { type: "silent", limitMs: 30_000 } as const;
		expect(move(running, silent, seconds(29.999))).toBe("still-alive");
		expect(move(running, silent, seconds(30))).toMatchObject({ status: "pending", attempts: 1 });
	});

	test("that falls silent at its second attempt has failed as interrupted", () => {
		expect(move({ ...running, attempts: 2 }, { type: "silent", limitMs: 30_000 }, seconds(31))).toMatchObject({
			status: "failed",
			failure: { code: "interrupted" },
		});
	});
});

describe("cancelling", () => {
	const cancel = { type: "cancel" } as const;
	const asked = { ...running, cancelRequestedAt: seconds(5) };

	test("ends a waiting scan at once", () => {
		expect(move(pending, cancel)).toMatchObject({
			status: "failed",
			failure: { code: "cancelled" },
			startedAt: undefined,
			finishedAt: seconds(5),
		});
	});

	test("leaves a note for the worker of a running one, once", () => {
		expect(move(running, cancel)).toEqual(asked);
		expect(move(asked, cancel, seconds(9))).toEqual(asked);
	});

	test("holds through heartbeats, and when the worker hands the scan back or falls silent", () => {
		expect(move(asked, { type: "beat", workerId: "w1", progress: 20, step: "b" })).toMatchObject({
			status: "running",
			cancelRequestedAt: seconds(5),
		});
		const failure = { code: "cancelled" };
		expect(move(asked, { type: "released", workerId: "w1" })).toMatchObject({ status: "failed", failure });
		expect(move(asked, { type: "silent", limitMs: 1_000 })).toMatchObject({ status: "failed", failure });
	});

	test("comes too late for a scan that has ended", () => {
		for (const ended of [completed, failed]) expect(move(ended, cancel)).toBe("already-finished");
	});

	test("mails nobody, any other end does where there is an address", () => {
		const cancelled = scan({ ...failed, failure: { code: "cancelled", message: "" } } as ScanState);
		expect([completed, failed, cancelled, running, { ...completed, email: null }].map(mailsEnd)).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
	});
});

test("an ended scan stays as it is, whatever comes late", () => {
	for (const ended of [completed, failed]) {
		expect(move(ended, { type: "claimed", workerId: "w1" })).toBe("not-pending");
		expect(move(ended, { type: "requeued" })).toBe("not-pending");
		expect(move(ended, { type: "completed", workerId: "w1", coverage: "full" })).toBe("not-yours");
		expect(move(ended, { type: "released", workerId: "w1" })).toBe("not-yours");
		expect(move(ended, { type: "silent", limitMs: 0 })).toBe("still-alive");
	}
});
