import { describe, expect, test } from "vitest";
import type { Recurrence } from "#contract/scans/schedules.ts";
import { checkTiming } from "#server/scanning/schedules/check-timing.ts";

const now = new Date("2026-01-01T12:00:00Z");
const daily: Recurrence = { type: "daily", time: "07:30" };
const cron = (expression: string): Recurrence => ({ type: "cron", expression });
const check = (recurrence: Recurrence, timeZone = "UTC") => checkTiming({ recurrence, timeZone }, now);

test("times that come are taken, with the first of them", () => {
	expect(check(daily, "Africa/Lagos")).toMatchObject({ ok: true, next: new Date("2026-01-02T06:30:00Z") });
	expect(check(daily, "UTC").ok).toBe(true);
});

describe("refused, with the field that it is about", () => {
	const refused = (recurrence: Recurrence, timeZone?: string) => {
		const checked = check(recurrence, timeZone);
		return checked.ok ? "taken" : checked.details?.fields;
	};

	test.each(["Mars/Olympus", "+01:00", "", "Europe/Berlin; DROP", "../etc"])("%j as a zone", (zone) => {
		expect(refused(daily, zone)).toMatchObject([{ field: "/timeZone" }]);
	});

	test.each([
		"* * * *",
		"* * * * * *",
		"61 * * * *",
		"0 24 * * *",
		"0 0 0 * *",
		"0 0 1 13 *",
		"a b c d e",
		"@daily",
		"? 0 * * *",
		"5-1 * * * *",
		// Two different weekdays of the month at once: looking for such a day would take as long as many people's requests.
		"0 6 1W * +MON#L",
		"2026-01-02T10:00:00",
	])("%j as a cron expression", (expression) => {
		expect(refused(cron(expression))).toMatchObject([
			{ field: "/recurrence/expression", message: expect.stringContaining("five fields") },
		]);
	});

	test("days that no month has", () => {
		expect(refused(cron("0 0 30 2 *"))).toMatchObject([{ message: expect.stringContaining("never happens") }]);
	});

	test("a time in the year 10000, which the last evening of 9999 is in zones west of UTC", () => {
		const once: Recurrence = { type: "once", at: "9999-12-31T23:59" };
		expect(check(once).ok).toBe(true);
		expect(refused(once, "America/New_York")).toMatchObject([{ field: "/recurrence/at" }]);
	});

	test("a time that is over in its zone, though not in another", () => {
		const once: Recurrence = { type: "once", at: "2026-01-01T12:30" };
		expect(check(once, "UTC").ok).toBe(true);
		expect(refused(once, "Africa/Lagos")).toMatchObject([{ field: "/recurrence/at" }]);
	});
});
