import { describe, expect, test } from "vitest";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { SCAN_KINDS, scanName } from "#contract/kinds/kinds.ts";
import { SCAN_STATUSES, scanSummary } from "#contract/scans/scans.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { SAMPLE_NOW } from "#src/content/samples/sample-now.ts";
import { countScans, sampleHosts, sampleOverview } from "#src/content/samples/sample-overview.ts";
import { sampleScans } from "#src/content/samples/samples.ts";

const active = sampleScans.filter(({ status }) => status === "running" || status === "pending");
const history = sampleScans.filter(({ status }) => status === "completed" || status === "failed");

describe("sample scans", () => {
	test("have the shape the API answers with, so that the same components show both", () => {
		for (const scan of sampleScans) expect(scanSummary.parse(scan)).toEqual(scan);
		expect(new Set(sampleScans.map(({ id }) => id)).size).toBe(sampleScans.length);
	});

	test("are newest first and none is from the future", () => {
		const times = sampleScans.map(({ acceptedAt }) => Date.parse(acceptedAt));
		expect(times).toEqual(times.toSorted((one, other) => other - one));
		expect(times[0]).toBeLessThanOrEqual(SAMPLE_NOW);
	});

	test("show every status, severity and kind at least once", () => {
		expect(new Set(sampleScans.map(({ status }) => status))).toEqual(new Set(SCAN_STATUSES));
		expect(new Set(history.map(({ worst }) => worst).filter((worst) => worst !== null))).toEqual(new Set(SEVERITIES));
		expect(new Set(sampleScans.map(({ kind }) => kind))).toEqual(new Set(SCAN_KINDS));
	});

	test("an active one has its seven fields", { meta: { acceptance: "S3.89-S3.96" } }, () => {
		for (const scan of active) {
			expect(scanName(scan.kind)).toBeTruthy();
			expect(scan.target).not.toBe("");
			expect(scan.progress).toBeGreaterThanOrEqual(0);
			expect(scan.progress).toBeLessThan(100);
			expect(Date.parse(scan.startedAt ?? scan.acceptedAt)).toBeLessThan(SAMPLE_NOW);
			expect(Date.parse(scan.estimatedAt ?? "")).toBeGreaterThan(SAMPLE_NOW);
		}
	});

	test("one of the history has its eight fields", { meta: { acceptance: "S3.97-S3.105" } }, () => {
		for (const scan of history) {
			expect(Date.parse(scan.finishedAt ?? "") - Date.parse(scan.startedAt ?? "")).toBeGreaterThan(0);
			expect(scan.findings === null).toBe(scan.status === "failed");
			expect(scan.worst === null).toBe(scan.status === "failed");
		}
	});
});

describe("the sample tiles are counted from the sample scans", { meta: { acceptance: "S2.170, A90" } }, () => {
	test("and agree with the lists", () => {
		expect(sampleOverview.total).toBe(active.length + history.length);
		expect(sampleOverview.active).toBe(active.length);
		expect(sampleOverview.completed).toBe(history.filter(({ status }) => status === "completed").length);
	});

	test("a cancelled scan is no failure", () => {
		const counted = countScans(
			sampleScans.filter(({ target, kind }) => target.includes("portal") && kind === "wapiti"),
		);
		expect(counted).toEqual({ total: 3, active: 0, completed: 2, failed: 0, successRate: 100 });
	});

	test("the success rate is completed among completed and failed, and nothing where there is neither", {
		meta: { acceptance: "S2.175" },
	}, () => {
		expect(sampleOverview.successRate).toBe(
			Math.round((100 * sampleOverview.completed) / (sampleOverview.completed + sampleOverview.failed)),
		);
		expect(countScans([]).successRate).toBeNull();
	});
});

describe("the sample scans and the sample findings agree", { meta: { acceptance: "A90" } }, () => {
	test("each open finding is counted by the scan that saw it last", () => {
		const saw = (finding: (typeof sampleFindings)[number]) =>
			sampleScans.filter(
				({ finishedAt, target, findings }) =>
					finishedAt === finding.lastSeenAt &&
					target.includes(finding.location.host) &&
					(findings?.[finding.severity] ?? 0) > 0,
			);
		for (const finding of sampleFindings.filter(({ state }) => state === "open"))
			expect(saw(finding), finding.rule).toHaveLength(1);
	});

	test("no host reads as clean that was not reached", () => {
		const failed = sampleHosts.filter(({ evaluation }) => evaluation.status === "failed").map(({ host }) => host);
		expect(failed).toEqual(["198.51.100.7", "old.example.com"]);
	});
});
