import { expect, test } from "vitest";
import { lastRunText, missedText, momentText, recurrenceText } from "#src/features/scans/schedules/schedule-text.ts";

test("a recurrence reads as a person would say it", () => {
	expect(recurrenceText({ type: "once", at: "2026-12-01T07:30" })).toBe("Once, Tue, 1 Dec 2026, 07:30");
	expect(recurrenceText({ type: "daily", time: "07:30" })).toBe("Every day at 07:30");
	expect(recurrenceText({ type: "weekly", days: ["fri", "mon", "wed"], time: "07:30" })).toBe(
		"Every Monday, Wednesday and Friday at 07:30",
	);
	expect(recurrenceText({ type: "weekly", days: ["sun"], time: "07:30" })).toBe("Every Sunday at 07:30");
	expect(recurrenceText({ type: "monthly", day: 1, time: "07:30" })).toBe("On day 1 of the month at 07:30");
	expect(recurrenceText({ type: "monthly", day: 30, time: "07:30" })).toBe(
		"On day 30 of the month, or its last, at 07:30",
	);
	expect(recurrenceText({ type: "monthly", day: 31, time: "07:30" })).toBe("On the last day of the month at 07:30");
	expect(recurrenceText({ type: "cron", expression: "0 6 * * 1" })).toBe("By cron: 0 6 * * 1");
});

test("a moment is shown in its time zone, and in UTC where the zone is not known here", () => {
	expect(momentText("2026-12-01T23:30:00.000Z", "Africa/Lagos")).toBe("Wed, 2 Dec 2026, 00:30");
	expect(momentText("2026-12-01T23:30:00.000Z", "Mars/Olympus")).toBe("Tue, 1 Dec 2026, 23:30 UTC");
});

test("the last run says how it went and why", () => {
	const planned = { at: "2026-12-01T06:00:02.000Z", plannedAt: "2026-12-01T06:00:00.000Z" };
	const text = (run: Parameters<typeof lastRunText>[0]) => lastRunText(run, "UTC");
	expect(text({ outcome: "started", ...planned, scanId: null, scanStatus: null })).toBe(
		"Started on Tue, 1 Dec 2026, 06:00",
	);
	expect(text({ outcome: "started", ...planned, plannedAt: null, scanId: null, scanStatus: null })).toBe(
		"Started by hand on Tue, 1 Dec 2026, 06:00",
	);
	expect(text({ outcome: "skipped", ...planned })).toBe(
		"Skipped on Tue, 1 Dec 2026, 06:00: the previous scan was still running",
	);
	expect(text({ outcome: "refused", ...planned, code: "x", message: "It is not yours." })).toBe(
		"Not started on Tue, 1 Dec 2026, 06:00. It is not yours.",
	);
	expect(text({ outcome: "missed", ...planned })).toBe("Missed on Tue, 1 Dec 2026, 06:00: the server was not running");
});

test("missed runs are mentioned when there are some", () => {
	expect(missedText({ missedRuns: 0 })).toBe("");
	expect(missedText({ missedRuns: 1 })).toBe("1 planned run was missed because the server was not running.");
	expect(missedText({ missedRuns: 1_000 })).toMatch(/^1,000 planned runs were/);
});
