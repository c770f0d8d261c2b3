import { expect, test } from "vitest";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { resultText } from "#src/features/outbox-screen/sent/result-text.ts";

const text = (changes: Partial<ScanSummary>) => resultText(changes as ScanSummary);
const found = (high: number, medium: number, low: number, none: number) =>
	text({ status: "completed", findings: { high, medium, low, none } });

test("a sent request says how its scan ended", () => {
	expect(text({ status: "pending" })).toBe("Not started yet");
	expect(text({ status: "running", progress: 40 })).toBe("Running, 40%");
	expect(text({ status: "failed" })).toBe("Failed");
	expect(text({ status: "failed", failure: { code: "cancelled", message: "" } })).toBe("Cancelled");
	expect(found(5, 2, 9, 1)).toBe("Finished: 5 high, 2 medium");
	expect(found(0, 0, 1, 3)).toBe("Finished: 1 low");
	expect(found(0, 0, 0, 2)).toBe("Finished: 2 info");
	expect(found(0, 0, 0, 0)).toBe("Finished: nothing found");
});
