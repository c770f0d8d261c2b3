import { describe, expect, test } from "vitest";
import { counted } from "#contract/format/count.ts";
import { durationText, waitText } from "#contract/format/duration.ts";
import { clockText, dayText, timeText } from "#contract/format/time.ts";

describe("times", () => {
	const at = "2026-09-05T23:04:09.999Z";

	test("in UTC name it, and no locale can turn them around", () => {
		expect([dayText(at, "utc"), clockText(at, "utc"), timeText(at, "utc")]).toEqual([
			"5 Sep 2026",
			"23:04:09",
			"5 Sep 2026, 23:04 UTC",
		]);
	});

	test("are the same for a string, a number and a date", () => {
		for (const same of [Date.parse(at), new Date(at)]) expect(timeText(same, "utc")).toBe(timeText(at, "utc"));
	});

	test("are on the device's clock otherwise", () => {
		const local = new Date(2026, 10, 22, 2, 46, 9);
		expect([timeText(local), dayText(local), clockText(local)]).toEqual([
			"22 Nov 2026, 02:46",
			"22 Nov 2026",
			"02:46:09",
		]);
	});

	test("a calendar day is that day in every zone", () => {
		expect(dayText("2026-11-22")).toBe("22 Nov 2026");
	});
});

test.each([
	[-5, "0 s"],
	[12_400, "12 s"],
	[60_000, "1 min"],
	[185_000, "3 min 5 s"],
	[7_800_000, "2 h 10 min"],
])("a duration of %i ms is %s", (ms, text) => {
	expect(durationText(ms)).toBe(text);
});

test.each([
	[1, "1 second"],
	[90, "2 minutes"],
	[5_400, "2 hours"],
])("a wait of %i seconds is %s", (seconds, text) => {
	expect(waitText(seconds)).toBe(text);
});

test("numbers come with their noun", () => {
	expect([counted(1, "host"), counted(1_200, "host"), counted(2, "more", "more")]).toEqual([
		"1 host",
		"1,200 hosts",
		"2 more",
	]);
});
