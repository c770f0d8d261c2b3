import { expect, test } from "vitest";
import { type EndedScan, evaluationOf, hostEvaluation } from "#contract/findings/host-evaluation.ts";
import type { ScanId } from "#contract/ids.ts";
import type { ScanKind } from "#contract/scans/scans.ts";

const FAILURE = { code: "unreachable", message: "It did not answer. Try again later." } as const;
const GAP = { label: "Ciphers", reason: "The port closed." };
const id = (day: number) => `00000000-0000-4000-8000-${String(day).padStart(12, "0")}` as ScanId;
const base = (kind: ScanKind, day: number) => ({ scanId: id(day), kind, at: `2026-05-${10 + day}T00:00:00.000Z` });
const completed = (kind: ScanKind, day: number, notEvaluated = [] as (typeof GAP)[]): EndedScan => ({
	...base(kind, day),
	status: "completed",
	notEvaluated,
});
const failed = (kind: ScanKind, day: number): EndedScan => ({ ...base(kind, day), status: "failed", failure: FAILURE });

test("a host without an ended scan is not scanned yet", () => {
	expect(evaluationOf([])).toEqual({ status: "not-scanned" });
});

test("a host whose scans all failed is failed, by the newest of them", () => {
	const evaluation = evaluationOf([failed("nmap", 1), failed("sslyze", 2)]);
	expect(evaluation).toEqual({ status: "failed", ...base("sslyze", 2), failure: FAILURE });
	expect(hostEvaluation.parse(evaluation)).toEqual(evaluation);
});

test("a failure after a completed scan, and a kind that only failed, leave it partly evaluated", () => {
	const gap = (kind: ScanKind, day: number) => ({ scanId: id(day), kind, part: "", reason: FAILURE.message });
	expect(evaluationOf([completed("nmap", 1), failed("nmap", 2)])).toEqual({
		status: "partial",
		gaps: [gap("nmap", 2)],
		gapsTotal: 1,
	});
	expect(evaluationOf([completed("nmap", 2), failed("zap", 1)])).toMatchObject({ gaps: [gap("zap", 1)] });
});

test("parts that were not evaluated are named, at most 20 of them", () => {
	const evaluation = evaluationOf([completed("combined", 1, Array(25).fill(GAP)), completed("nmap", 2)]);
	expect(evaluation).toMatchObject({ status: "partial", gapsTotal: 25 });
	expect(evaluation.status === "partial" && evaluation.gaps).toHaveLength(20);
	expect(hostEvaluation.parse(evaluation)).toEqual(evaluation);
});

test("it is fully evaluated if the newest scan of each kind evaluated everything", () => {
	expect(evaluationOf([failed("nmap", 1), completed("nmap", 2), completed("combined", 3)])).toEqual({ status: "full" });
});
