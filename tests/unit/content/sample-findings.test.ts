import { expect, test } from "vitest";
import { trackedFinding, trackedProblem } from "#contract/vulnerabilities.ts";
import { countOpenSamples, sampleFindings } from "#src/content/sample-findings.ts";
import { SAMPLE_NOW } from "#src/content/sample-now.ts";
import { groupProblems } from "#src/lib/findings/problems.ts";

const open = sampleFindings.filter(({ state }) => state === "open");

test("sample findings and their problems have the shape the API answers with", { meta: { acceptance: "A90" } }, () => {
	for (const finding of sampleFindings) expect(trackedFinding.parse(finding)).toEqual(finding);
	const problems = groupProblems(open);
	for (const problem of problems) expect(trackedProblem.parse(problem)).toEqual(problem);
	expect(problems.some(({ findings }) => findings > 1)).toBe(true);
	expect(problems.reduce((sum, { findings }) => sum + findings, 0)).toBe(open.length);
});

test("the number of open samples is counted from them, now and for every day before", () => {
	const now = countOpenSamples();
	expect(now.high + now.medium + now.low + now.none).toBe(open.length);
	expect(now.high).toBe(open.filter(({ severity }) => severity === "high").length);
	const none = { high: 0, medium: 0, low: 0, none: 0 };
	expect(countOpenSamples(Date.UTC(2020, 0, 1))).toEqual(none);
	// What is fixed now was open before.
	const fixed = sampleFindings.find(({ state }) => state === "fixed");
	const before = countOpenSamples(Date.parse(fixed?.fixedAt ?? "") - 60_000);
	const after = countOpenSamples(Date.parse(fixed?.fixedAt ?? "") + 60_000);
	expect(before.medium - after.medium).toBe(1);
	expect(Date.parse(fixed?.fixedAt ?? "")).toBeLessThan(SAMPLE_NOW);
});
