import { expect, test } from "vitest";
import { trackedFinding, trackedProblem } from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { groupProblems } from "#src/lib/findings/problems.ts";

const open = sampleFindings.filter(({ state }) => state === "open");

test("sample findings and their problems have the shape the API answers with", { meta: { acceptance: "A90" } }, () => {
	for (const finding of sampleFindings) expect(trackedFinding.parse(finding)).toEqual(finding);
	const problems = groupProblems(open);
	for (const problem of problems) expect(trackedProblem.parse(problem)).toEqual(problem);
	expect(problems.some(({ findings }) => findings > 1)).toBe(true);
	expect(problems.reduce((sum, { findings }) => sum + findings, 0)).toBe(open.length);
});
