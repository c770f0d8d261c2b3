import { describe, expect, test } from "vitest";
import type { Recurrence } from "#contract/scans/schedules.ts";
import { createTimetable, nextTimes } from "#server/scanning/schedules/timetable.ts";

const times = (recurrence: Recurrence, timeZone: string, from: string, count = 3) =>
	nextTimes(createTimetable(recurrence, timeZone), new Date(from), count).map((time) =>
		time.toISOString().slice(0, 16),
	);

const daily = (time: string): Recurrence => ({ type: "daily", time });
const monthly = (day: number): Recurrence => ({ type: "monthly", day, time: "09:00" });

describe("a daily time", () => {
	test("is the same by the clocks of its zone before and after they change", () => {
		expect(times(daily("07:30"), "Europe/Berlin", "2026-03-27T12:00:00Z")).toEqual([
			"2026-03-28T06:30",
			"2026-03-29T05:30",
			"2026-03-30T05:30",
		]);
	});

	test("that a night leaves out comes at the first moment after it, once", () => {
		expect(times(daily("02:30"), "Europe/Berlin", "2026-03-28T12:00:00Z")).toEqual([
			"2026-03-29T01:00",
			"2026-03-30T00:30",
			"2026-03-31T00:30",
		]);
	});

	test("that a night has twice comes once", () => {
		expect(times(daily("02:30"), "Europe/Berlin", "2026-10-24T12:00:00Z")).toEqual([
			"2026-10-25T00:30",
			"2026-10-26T01:30",
			"2026-10-27T01:30",
		]);
	});

	test("is another moment in another zone", () => {
		expect(times(daily("00:15"), "Asia/Kathmandu", "2026-01-01T00:00:00Z", 1)).toEqual(["2026-01-01T18:30"]);
		expect(times(daily("00:15"), "America/New_York", "2026-01-01T00:00:00Z", 1)).toEqual(["2026-01-01T05:15"]);
	});
});

test("days of the week are those of the zone, not of the server", () => {
	const friday: Recurrence = { type: "weekly", days: ["fri", "mon"], time: "23:30" };
	// Friday, 2 January, in Los Angeles is Saturday in UTC.
	expect(times(friday, "America/Los_Angeles", "2026-01-01T00:00:00Z")).toEqual([
		"2026-01-03T07:30",
		"2026-01-06T07:30",
		"2026-01-10T07:30",
	]);
});

describe("a day of the month", () => {
	test("that some months lack is their last day", () => {
		expect(times(monthly(31), "UTC", "2026-01-01T00:00:00Z", 5)).toEqual([
			"2026-01-31T09:00",
			"2026-02-28T09:00",
			"2026-03-31T09:00",
			"2026-04-30T09:00",
			"2026-05-31T09:00",
		]);
		expect(times(monthly(30), "UTC", "2026-01-01T00:00:00Z")).toEqual([
			"2026-01-30T09:00",
			"2026-02-28T09:00",
			"2026-03-30T09:00",
		]);
	});

	test("29 is February 29 in a leap year and February 28 in others", () => {
		expect(times(monthly(29), "UTC", "2028-01-30T00:00:00Z", 2)).toEqual(["2028-02-29T09:00", "2028-03-29T09:00"]);
		expect(times(monthly(29), "UTC", "2027-01-30T00:00:00Z", 2)).toEqual(["2027-02-28T09:00", "2027-03-29T09:00"]);
	});
});

describe("once", () => {
	const once: Recurrence = { type: "once", at: "2026-03-29T02:30" };

	test("is one moment and then none", () => {
		expect(times({ type: "once", at: "2026-07-01T08:00" }, "Africa/Lagos", "2026-01-01T00:00:00Z")).toEqual([
			"2026-07-01T07:00",
		]);
		expect(times(once, "UTC", "2026-03-29T02:30:00Z")).toEqual([]);
	});

	test("in an hour that is left out is in the hour after it", () => {
		expect(times(once, "Europe/Berlin", "2026-01-01T00:00:00Z")).toEqual(["2026-03-29T01:30"]);
	});
});

test("a cron expression takes names, steps and ranges", () => {
	const expression = "*/30 9-10 * * MON-FRI";
	expect(times({ type: "cron", expression }, "UTC", "2026-01-02T09:45:00Z")).toEqual([
		"2026-01-02T10:00",
		"2026-01-02T10:30",
		"2026-01-05T09:00",
	]);
});

test("the last time up to a moment is that moment itself when it falls on it", () => {
	const { upTo } = createTimetable(daily("07:30"), "UTC");
	expect(upTo(new Date("2026-01-02T07:30:00Z"))).toEqual(new Date("2026-01-02T07:30:00Z"));
	expect(upTo(new Date("2026-01-02T07:30:00.250Z"))).toEqual(new Date("2026-01-02T07:30:00Z"));
	expect(upTo(new Date("2026-01-02T07:29:59.999Z"))).toEqual(new Date("2026-01-01T07:30:00Z"));
	const once = createTimetable({ type: "once", at: "2026-01-01T08:00" }, "UTC");
	expect(once.upTo(new Date("2026-01-01T07:59:59Z"))).toBeUndefined();
	expect(once.upTo(new Date("2026-01-01T08:00:00Z"))).toEqual(new Date("2026-01-01T08:00:00Z"));
});
