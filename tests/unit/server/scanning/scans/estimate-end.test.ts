import { expect, test } from "vitest";
import { estimateEnd } from "#server/scanning/scans/estimate-end.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

test("a scan is likely to take as long as such scans took", () => {
	expect(estimateEnd({ begunAt: at(0), seenAt: at(10), progress: 90 }, 60_000, at(10))).toEqual(at(60));
	expect(estimateEnd({ begunAt: at(0), seenAt: null, progress: 0 }, 60_000, at(10))).toEqual(at(60));
});

test("one that takes longer, or of which there were none, is judged by its progress", () => {
	expect(estimateEnd({ begunAt: at(0), seenAt: at(80), progress: 80 }, 60_000, at(81))).toEqual(at(100));
	expect(estimateEnd({ begunAt: at(0), seenAt: at(20), progress: 50 }, undefined, at(21))).toEqual(at(40));
});

test("too little progress, a waiting scan and a time that is over say nothing", () => {
	expect(estimateEnd({ begunAt: at(0), seenAt: at(20), progress: 9 }, undefined, at(21))).toBeNull();
	expect(estimateEnd({ begunAt: at(0), seenAt: null, progress: 0 }, undefined, at(21))).toBeNull();
	expect(estimateEnd({ begunAt: at(0), seenAt: at(20), progress: 50 }, 10_000, at(50))).toBeNull();
});
