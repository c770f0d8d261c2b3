import { expect, test } from "vitest";
import { findingOverview } from "#contract/vulnerabilities.ts";
import { sampleFindingOverview } from "#src/content/sample-finding-overview.ts";
import { SAMPLE_NOW } from "#src/content/sample-now.ts";
import { sampleOverview } from "#src/content/sample-overview.ts";

test("A90 the sample trend has the shape the API answers with, and ends at what the tiles say", () => {
	expect(findingOverview.parse(sampleFindingOverview)).toEqual(sampleFindingOverview);
	const { trend, open } = sampleFindingOverview;
	expect(trend).toHaveLength(30);
	expect(new Set(trend.map(({ day }) => day)).size).toBe(30);
	expect(trend.at(-1)).toEqual({ day: new Date(SAMPLE_NOW).toISOString().slice(0, 10), open: sampleOverview.findings });
	expect(open).toEqual(sampleOverview.findings);
	// A line that never moves would show nothing.
	expect(new Set(trend.map(({ open: { high } }) => high)).size).toBeGreaterThan(1);
});

test("the sample lists of the overview have something to show, soonest first", () => {
	const { worse, expiring } = sampleFindingOverview;
	expect(worse.length).toBeGreaterThan(0);
	expect(worse.every(({ state }) => state === "open")).toBe(true);
	const days = expiring.map(({ on }) => on);
	expect(days).toEqual(days.toSorted());
});
