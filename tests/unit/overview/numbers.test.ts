import { expect, test } from "vitest";
import { sampleOverview } from "#src/content/sample-overview.ts";
import { sampleScans } from "#src/content/samples.ts";
import { numbersOf } from "#src/features/overview/numbers.ts";

const page = { scans: [...sampleScans], next: null, total: 40 };
const overview = { data: sampleOverview, error: null, dataUpdatedAt: 20, fetchStatus: "idle" } as const;
const active = { data: page, error: null, dataUpdatedAt: 10, fetchStatus: "idle" } as const;

test("there are numbers when both readings are there, and they are as old as the older", () => {
	expect(numbersOf(overview, active)).toMatchObject({ dataUpdatedAt: 10, data: { now: 20, running: { total: 40 } } });
	expect(numbersOf({ ...overview, data: undefined }, active).data).toBeUndefined();
	expect(numbersOf(overview, { ...active, data: undefined }).data).toBeUndefined();
});

test("five running scans are listed, the rest is counted", () => {
	expect(numbersOf(overview, active).data?.running.scans).toEqual(sampleScans.slice(0, 5));
});

test("if either fails or waits, both do", () => {
	const error = new Error("no");
	expect(numbersOf(overview, { ...active, error }).error).toBe(error);
	expect(numbersOf({ ...overview, error }, active).error).toBe(error);
	expect(numbersOf(overview, { ...active, fetchStatus: "paused" }).fetchStatus).toBe("paused");
});
