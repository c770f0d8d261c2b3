import { expect, test } from "vitest";
import type { Grade } from "#contract/findings/findings.ts";
import type { ScanFailure, SeverityCounts } from "#contract/scans/scans.ts";
import { endText } from "#src/lib/scans/end-text.ts";

const counts = (high: number, medium = 0, low = 0): SeverityCounts => ({ high, medium, low, none: 3 });
const completed = (findings: SeverityCounts, coverage: "full" | "partial" = "full") =>
	({ target: "shop.example", status: "completed", failure: null, findings, coverage }) as const;
const failed = (failure: ScanFailure) =>
	({ target: "shop.example", status: "failed", failure, findings: null, coverage: null }) as const;
const report = (grade: Grade | null, of: SeverityCounts) => ({ grade, counts: of });

test("a finished scan has its report's grade, and how many of the worst it found", () => {
	expect(endText(completed(counts(5, 2)), report("F", counts(5, 2)))).toEqual({
		title: "Finished: grade F, 5 high",
		text: "shop.example",
	});
	expect(endText(completed(counts(0, 2)), report("B", counts(0, 2)))?.title).toBe("Finished: grade B, 2 medium");
	expect(endText(completed(counts(0, 0, 1)), report("B", counts(0, 0, 1)))?.title).toBe("Finished: grade B, 1 low");
	expect(endText(completed(counts(0)), report("A", counts(0)))?.title).toBe("Finished: grade A, nothing above Info");
});

test("without full coverage the grade is one at best, or there is none", () => {
	expect(endText(completed(counts(1), "partial"), report("D", counts(1)))).toEqual({
		title: "Finished: grade D at best, 1 high",
		text: "shop.example. Some parts were not evaluated.",
	});
	expect(endText(completed(counts(0), "partial"), report(null, counts(0)))?.title).toBe(
		"Finished: no grade, nothing above Info",
	);
});

test("a report that could not be read leaves the list's numbers", () => {
	expect(endText(completed(counts(2)), null)?.title).toBe("Finished: 2 high");
});

test("a failed scan says why; a cancelled one says nothing", () => {
	expect(endText(failed({ code: "unreachable", message: "It did not answer." }), null)).toEqual({
		title: "The scan failed",
		text: "shop.example: It did not answer.",
	});
	expect(endText(failed({ code: "cancelled", message: "Cancelled." }), null)).toBeNull();
});
