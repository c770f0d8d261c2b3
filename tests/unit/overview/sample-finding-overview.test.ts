import { expect, test } from "vitest";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { findingOverview } from "#contract/findings/vulnerabilities.ts";
import { sampleFindingOverview } from "#src/content/samples/sample-finding-overview.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { SAMPLE_NOW } from "#src/content/samples/sample-now.ts";

const { open, states, trend, problems, worse, expiring } = sampleFindingOverview;

test("the sample tile, the chart's last day and the sample list of findings are one number", {
	meta: { acceptance: "A90" },
}, () => {
	expect(findingOverview.parse(sampleFindingOverview)).toEqual(sampleFindingOverview);
	const listed = sampleFindings.filter(({ state }) => state === "open");
	for (const one of SEVERITIES) expect(open[one]).toBe(listed.filter(({ severity }) => severity === one).length);
	expect(states.open).toBe(listed.length);
	expect(trend).toHaveLength(30);
	expect(new Set(trend.map(({ day }) => day)).size).toBe(30);
	expect(trend.at(-1)).toEqual({ day: new Date(SAMPLE_NOW).toISOString().slice(0, 10), open });
	// A line that never moves would show nothing.
	expect(new Set(trend.map(({ open: { high } }) => high)).size).toBeGreaterThan(1);
});

test("the sample lists of the overview have something to show, soonest first", () => {
	expect(problems[0]?.severity).toBe("high");
	expect(worse.length).toBeGreaterThan(0);
	expect(worse.every(({ state }) => state === "open")).toBe(true);
	const days = expiring.map(({ on }) => on);
	expect(days).toEqual(days.toSorted());
});
