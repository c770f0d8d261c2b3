import { expect, test } from "vitest";
import type { Recurrence } from "#contract/scans/schedules.ts";
import { planRun } from "#server/scanning/schedules/plan.ts";
import { createTimetable } from "#server/scanning/schedules/timetable.ts";

const hourly: Recurrence = { type: "cron", expression: "0 * * * *" };
const daily: Recurrence = { type: "daily", time: "06:00" };
const plan = (recurrence: Recurrence, due: string, now: string) =>
	planRun(createTimetable(recurrence, "UTC"), new Date(due), new Date(now));

test("what is due is run, and the next time is the one after now", () => {
	expect(plan(hourly, "2026-01-01T06:00:00Z", "2026-01-01T06:00:03Z")).toEqual({
		run: new Date("2026-01-01T06:00:00Z"),
		missed: 0,
		lastMissed: undefined,
		next: new Date("2026-01-01T07:00:00Z"),
	});
});

test("late by less than an hour it is run, later it is missed", () => {
	expect(plan(daily, "2026-01-01T06:00:00Z", "2026-01-01T06:59:59.999Z")).toMatchObject({ missed: 0 });
	expect(plan(daily, "2026-01-01T06:00:00Z", "2026-01-01T07:00:00Z")).toEqual({
		run: undefined,
		missed: 1,
		lastMissed: new Date("2026-01-01T06:00:00Z"),
		next: new Date("2026-01-02T06:00:00Z"),
	});
});

test("after a long absence one run is made at most, and the others are counted", () => {
	expect(plan(hourly, "2026-01-01T06:00:00Z", "2026-01-02T06:30:00Z")).toEqual({
		run: new Date("2026-01-02T06:00:00Z"),
		missed: 24,
		lastMissed: new Date("2026-01-02T05:00:00Z"),
		next: new Date("2026-01-02T07:00:00Z"),
	});
	expect(plan(daily, "2026-01-01T06:00:00Z", "2026-01-08T12:00:00Z")).toMatchObject({
		run: undefined,
		missed: 8,
		lastMissed: new Date("2026-01-08T06:00:00Z"),
	});
});

test("a year of missed minutes is counted no further than a thousand", () => {
	const minutely: Recurrence = { type: "cron", expression: "* * * * *" };
	expect(plan(minutely, "2026-01-01T06:00:00Z", "2027-01-01T06:00:00Z")).toMatchObject({
		run: new Date("2027-01-01T06:00:00Z"),
		missed: 1_000,
		next: new Date("2027-01-01T06:01:00Z"),
	});
});

test("once has no next time, run or missed", () => {
	const once: Recurrence = { type: "once", at: "2026-01-01T06:00" };
	expect(plan(once, "2026-01-01T06:00:00Z", "2026-01-01T06:00:01Z")).toMatchObject({ missed: 0, next: undefined });
	expect(plan(once, "2026-01-01T06:00:00Z", "2026-01-03T06:00:00Z")).toMatchObject({
		run: undefined,
		missed: 1,
		next: undefined,
	});
});
