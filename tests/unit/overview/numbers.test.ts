import { expect, test } from "vitest";
import { sampleFindingOverview } from "#src/content/samples/sample-finding-overview.ts";
import { sampleOverview } from "#src/content/samples/sample-overview.ts";
import { sampleScans } from "#src/content/samples/samples.ts";
import { numbersOf } from "#src/features/overview/numbers.ts";

const read = <T>(data: T, dataUpdatedAt: number) => ({
	data,
	error: null,
	dataUpdatedAt,
	fetchStatus: "idle" as const,
});
const all = {
	overview: read(sampleOverview, 20),
	active: read({ scans: [...sampleScans], next: null, total: 40 }, 10),
	findings: read(sampleFindingOverview, 30),
	assets: read({ assets: [] }, 25),
};
const READINGS = ["overview", "active", "findings", "assets"] as const;

test("there are numbers when all readings are there, and they are as old as the oldest", () => {
	expect(numbersOf(all)).toMatchObject({ dataUpdatedAt: 10, data: { now: 30, running: { total: 40 }, hosts: [] } });
	for (const name of READINGS)
		expect(numbersOf({ ...all, [name]: { ...all[name], data: undefined } }).data).toBeUndefined();
});

test("five running scans are listed, the rest is counted", () => {
	expect(numbersOf(all).data?.running.scans).toEqual(sampleScans.slice(0, 5));
});

test.each(READINGS)("if %s fails or waits, all do", (name) => {
	const error = new Error("no");
	expect(numbersOf({ ...all, [name]: { ...all[name], error } }).error).toBe(error);
	expect(numbersOf({ ...all, [name]: { ...all[name], fetchStatus: "paused" } }).fetchStatus).toBe("paused");
});
