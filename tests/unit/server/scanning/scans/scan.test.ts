import { describe, expect, test } from "vitest";
import type { ScanReport, SentItem } from "#contract/findings/findings.ts";
import { type ScanId, scanId, workspaceId } from "#contract/ids.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import { CANCELLED, type Scan, type ScanEvent, type ScanState, transition } from "#server/scanning/scans/scan.ts";

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
const failure = { code: "unreachable", message: "No answer." } as const;

const report: ScanReport = {
	target: "example.com",
	startedAt: AT.toISOString(),
	finishedAt: AT.toISOString(),
	coverage: "full",
	parts: [],
	findings: [],
	sent: [],
	counts: { high: 0, medium: 0, low: 0, none: 0 },
	grade: "A",
};
const raw = [{ name: "nmap.xml", mediaType: "text/xml", content: Buffer.from("") }];
const sent: SentItem[] = [];
const completes = (workerId: string, coverage: "full" | "partial") =>
	({ type: "completed", workerId, coverage, report, raw }) as const;
const fails = (workerId: string, because: ScanFailure = failure) =>
	({ type: "failed", workerId, failure: because, sent, raw }) as const;

const effectsOf = (from: Scan, event: ScanEvent, at = seconds(5)) => {
	const moved = transition(from, event, at);
	return moved.ok ? moved.effects.map(({ type }) => type) : moved.because;
};

const move = (from: Scan, event: ScanEvent, at = seconds(5)) => {
	const moved = transition(from, event, at);
	return moved.ok ? moved.scan : moved.because;
};

describe("a pending scan", () => {
	test("is leased by one worker, which counts as an attempt", () => {
		expect(move(pending, { type: "leased", workerId: "w1" })).toMatchObject({
			status: "running",
			workerId: "w1",
			attempts: 1,
			heartbeatAt: seconds(5),
			progress: 0,
		});
	});

	test("can be queued again without a change of anything else", () => {
		expect(move(pending, { type: "requeued", hasJob: true })).toEqual({ ...pending, queuedAt: seconds(5) });
	});
});

describe("a running scan", () => {
	test("cannot be leased or queued again", () => {
		expect(move(running, { type: "leased", workerId: "w2" })).toBe("not-pending");
		expect(move(running, { type: "requeued", hasJob: true })).toBe("not-pending");
	});

	test("keeps its heartbeat and its progress, which never falls", () => {
		const beat = { type: "beat", workerId: "w1", progress: 5, step: "b", steps: [] } as const;
		expect(move(running, beat)).toMatchObject({ heartbeatAt: seconds(5), progress: 10, step: "b" });
	});

	test("is ended by its own worker only", () => {
		expect(move(running, completes("w1", "partial"))).toMatchObject({
			status: "completed",
			coverage: "partial",
			finishedAt: seconds(5),
		});
		expect(move(running, fails("w1"))).toMatchObject({ status: "failed", failure });
		for (const event of [
			completes("w2", "full"),
			fails("w2"),
			{ type: "beat", workerId: "w2", progress: 1, step: "", steps: [] },
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
		expect(move(asked, { type: "beat", workerId: "w1", progress: 20, step: "b", steps: [] })).toMatchObject({
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
});

describe("what goes with a move", () => {
	const account = workspaceId.parse("0198c0de-0000-7000-8000-00000000000a");
	const owned = { ...running, owner: account };
	const silent = { type: "silent", limitMs: 1_000 } as const;

	test("an end saves what there is, and notifies its mailbox and its account's devices", () => {
		expect(effectsOf(owned, completes("w1", "full"))).toEqual(["save-report", "save-raw", "queue-mail", "notify"]);
		expect(effectsOf(owned, fails("w1"))).toEqual(["save-sent", "save-raw", "queue-mail", "notify"]);
		expect(effectsOf({ ...owned, attempts: 2 }, silent)).toEqual(["queue-mail", "notify"]);
	});

	test("no email without an address, no notification without an account", () => {
		expect(effectsOf({ ...owned, email: null }, fails("w1"))).toEqual(["save-sent", "save-raw", "notify"]);
		expect(effectsOf(running, fails("w1"))).toEqual(["save-sent", "save-raw", "queue-mail"]);
	});

	test("a cancelled scan notifies no one, however it ends", () => {
		const asked = { ...owned, cancelRequestedAt: AT };
		expect(effectsOf({ ...pending, owner: account }, { type: "cancel" })).toEqual([]);
		expect(effectsOf(owned, { type: "cancel" })).toEqual([]);
		expect(effectsOf(asked, fails("w1", CANCELLED))).toEqual(["save-sent", "save-raw"]);
		expect(effectsOf(asked, { type: "released", workerId: "w1" })).toEqual([]);
		expect(effectsOf(asked, silent)).toEqual([]);
	});

	test("whatever waits again is queued again, once", () => {
		expect(effectsOf(running, { type: "released", workerId: "w1" })).toEqual(["queue-run"]);
		expect(effectsOf(running, silent)).toEqual(["queue-run"]);
		expect(effectsOf(pending, { type: "requeued", hasJob: false })).toEqual(["queue-run"]);
		expect(effectsOf(pending, { type: "requeued", hasJob: true })).toEqual([]);
	});

	test("a beat saves the steps since the last one", () => {
		const beat = { type: "beat", workerId: "w1", progress: 20, step: "b" } as const;
		expect(effectsOf(running, { ...beat, steps: [] })).toEqual([]);
		expect(effectsOf(running, { ...beat, steps: [{ at: AT, text: "b", progress: 20 }] })).toEqual(["save-steps"]);
		expect(effectsOf(running, { type: "leased", workerId: "w2" })).toBe("not-pending");
	});
});

test("an ended scan stays as it is, whatever comes late", () => {
	for (const ended of [completed, failed]) {
		expect(move(ended, { type: "leased", workerId: "w1" })).toBe("not-pending");
		expect(move(ended, { type: "requeued", hasJob: true })).toBe("not-pending");
		expect(move(ended, completes("w1", "full"))).toBe("not-yours");
		expect(move(ended, { type: "released", workerId: "w1" })).toBe("not-yours");
		expect(move(ended, { type: "silent", limitMs: 0 })).toBe("still-alive");
	}
});

test("an operator ends a scan that waits or runs, with a reason for its requester", () => {
	const ended = { type: "ended", reason: "It hung." } as const;
	for (const from of [pending, running]) {
		const moved = transition(from, ended, seconds(5));
		expect(moved).toMatchObject({
			ok: true,
			scan: {
				status: "failed",
				failure: { code: "interrupted", message: expect.stringMatching(/: It hung\.$/) },
				finishedAt: seconds(5),
			},
		});
		expect(effectsOf(from, ended)).toEqual(["queue-mail"]);
		// Its worker comes too late.
		if (moved.ok) expect(transition(moved.scan, completes("w1", "full"), seconds(6))).toMatchObject({ ok: false });
	}
	for (const from of [completed, failed]) expect(effectsOf(from, ended)).toBe("already-finished");
});
