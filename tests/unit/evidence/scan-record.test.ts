import { expect, test } from "vitest";
import { readScanRecord } from "#src/features/evidence/detail/scan-record.ts";

const finding = (rule: string, severity: string, more: object = {}) => ({
	fingerprint: "a".repeat(64),
	rule,
	severity,
	state: "open",
	seen: true,
	...more,
});

const record = (...findings: object[]) => ({
	scan: {
		id: "0199c0de-0000-7000-8000-000000000000",
		kind: "combined",
		target: "https://example.com/",
		host: "example.com",
		startedAt: "2026-11-28T10:00:00.000Z",
		finishedAt: "2026-11-28T10:01:00.000Z",
		coverage: "full",
		parts: [{ part: "dns", label: "DNS", status: "not-evaluated", reason: "No answer." }],
		findings,
	},
});

test("a scan's record lists its findings worst first", () => {
	const read = readScanRecord(record(finding("b", "low"), finding("c", "high"), finding("a", "low", { seen: false })));
	expect(read?.findings.map(({ rule, seen }) => [rule, seen])).toEqual([
		["c", true],
		["a", false],
		["b", true],
	]);
	expect(read?.parts).toHaveLength(1);
});

test.each([
	["another kind of record", { run: { id: "x" } }],
	["a severity that this version does not know", record(finding("a", "apocalyptic"))],
])("%s is shown raw", (_, given) => {
	expect(readScanRecord(given)).toBeNull();
});
